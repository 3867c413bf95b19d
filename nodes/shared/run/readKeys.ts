import { readField } from '../describe/checkField';
import { asOption } from '../describe/field';
import type { Plan, Run } from '../describe/operation';
import { rememberDays, sendOnceKey } from '../describe/stepOptions';
import type { RejectedItems } from '../errors/rejectedItems';
import type { LeftOut } from './leftOut';

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
	plan: Plan,
	rejected: RejectedItems,
	leftOut: LeftOut,
): Map<number, string> {
	const { at, where, zone } = run;
	const keys = new Map<number, string>();
	leftOut.check(run, plan, rejected, (index) => {
		keys.set(index, String(readField(asOption(sendOnceKey), at(index), zone, where(index))));
	});
	return keys;
}
