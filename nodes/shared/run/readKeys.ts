import { readField } from '../describe/checkField';
import { asOption } from '../describe/field';
import type { Plan, Run } from '../describe/operation';
import { rememberDays, sendOnceKey } from '../describe/stepOptions';
import type { RejectedItems } from '../errors/rejectedItems';
import { settledRequest } from '../http/sentRequests';
import { askedBy, type LeftOut } from './leftOut';

/** What n8n's store has of a key from before it is sent. */
export const claimOf = (key: string) => `claimed ${key}`;
/** What it has besides once the key was sent. */
export const markOf = (key: string) => `sent ${key}`;

/** Days for which keys are remembered. @throws NodeOperationError */
export const rememberedDays = ({ at, zone, where }: Run): number =>
	Number(readField(asOption(rememberDays), at(0), zone, where(0)) ?? rememberDays.default);

/** The keys of Send Once Per Key, by item. An item without one is rejected. */
export function readKeys(
	run: Run,
	{ requests }: Plan,
	rejected: RejectedItems,
	leftOut: LeftOut,
): Map<number, string> {
	const { at, where, zone } = run;
	const keys = new Map<number, string>();
	for (const index of new Set(requests.flatMap(askedBy))) {
		// Not read again: whatever its expression comes to now, it was sent.
		if (settledRequest(run, index) || leftOut.has(index)) continue;
		try {
			const key = readField(asOption(sendOnceKey), at(index), zone, where(index));
			keys.set(index, String(key));
		} catch (error) {
			leftOut.drop(index);
			rejected.add(error, index);
		}
	}
	return keys;
}
