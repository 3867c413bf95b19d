import { readField } from '../describe/checkField';
import { asOption } from '../describe/field';
import type { Plan, Run } from '../describe/operation';
import { rememberDays, sendOnceKey } from '../describe/stepOptions';
import type { RejectedItems } from '../errors/rejectedItems';
import { settledRequest } from '../http/sentRequests';
import { askedBy, type LeftOut } from './leftOut';
import { hasOption } from './readParameters';

const DAYS = Number(rememberDays.default);

/** What n8n's store has of a key from before it is sent. */
export const claimOf = (key: string) => `claimed ${key}`;
/** What it has besides once the key was sent. */
export const markOf = (key: string) => `sent ${key}`;

/** Whether the step has Send Once Per Key. */
export const hasKeys = ({ operation, at }: Run): boolean =>
	operation.sends === true && hasOption(at(0), sendOnceKey);

/** Days for which keys are remembered. @throws NodeOperationError */
export const rememberedDays = ({ operation, at, zone, where }: Run): number => {
	if (!operation.sends) return DAYS;
	return Number(readField(asOption(rememberDays), at(0), zone, where(0)) ?? DAYS);
};

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
