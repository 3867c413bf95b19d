import type { LeftOutReason } from '../entry';
import type { NewRun } from '../operation';
import { sendBetween } from '../options/stepOptions';

/** What a run says of entries that were left out for a reason. */
interface Reason {
	/** What a person wants to know first: of a wait, a lower one is shown in place of a higher one. Errors have 0. */
	rank: number;
	/** Whether the error of a run names them as not sent: it was their turn, and it was too late. */
	isNotSent: boolean;
	/** The hint above the output about so many messages: n8n marks the step as done. */
	hint?: (count: number) => string;
}

/** `reason` of an output item. docs/errors.md has each of them. */
export const reasons: Record<LeftOutReason, Reason> = {
	// Each run has a hint that the list is on, also if it leaves out nobody.
	'not in Only Send To': { rank: 2, isNotSent: false },
	'already sent': { rank: 1, isNotSent: false },
	'outside sending hours': {
		rank: 1,
		isNotSent: true,
		hint: (count) =>
			`${count === 1 ? '1 message was' : `${count} messages were`} not sent, outside the hours of ${sendBetween.displayName}. See send_after.`,
	},
};

/** Says above the output what was left out. */
export function addHints({ context, ledger }: NewRun): void {
	for (const [reason, { hint }] of Object.entries(reasons)) {
		if (!hint) continue;
		const { length } = ledger.entries.filter(
			({ state }) => state.is === 'leftOut' && state.reason === reason,
		);
		if (length === 0) continue;
		const message = hint(length);
		context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
	}
}
