import type { Case, DrawnEntry } from './draw';
import type { Violation } from './oracle';
import type { Played } from './play';
import { hasDeadline } from './step';

/** Where today's code violates a sentence. The list is to become empty. */
export interface Known {
	title: string;
	/** Whether a violation is of this kind. */
	covers: (violation: Violation, played: Played) => boolean;
	/** The smallest case that shows it. */
	smallest: Case;
}

const entry = (more: Partial<DrawnEntry> = {}): DrawnEntry => ({
	key: 0,
	isOutside: false,
	contact: 0,
	columns: ['A'],
	faults: [],
	...more,
});
const smallest = (kind: string, entries: DrawnEntry[], more: Partial<Case>): Case => ({
	kind,
	entries,
	mode: 'stop',
	tries: 1,
	maxInFlight: 1,
	perRequest: 1,
	maxWait: 0,
	resendUnknown: false,
	hasKeys: false,
	hasHours: false,
	oneItemPerRecipient: false,
	dryRun: false,
	delay: 0,
	...more,
});

export const KNOWN: Known[] = [
	{
		title: 'with "resend", what may have been sent is said to have failed if a later try fails',
		covers: ({ execution, sentence, text }, { drawn }) =>
			sentence === 4 &&
			drawn.resendUnknown &&
			drawn.tries > 1 &&
			/said to be (failed|not sent), and is /.test(text) &&
			(text.includes('unknown') || execution.isCancelled || hasDeadline(drawn)),
		smallest: smallest('an SMS', [entry({ faults: ['500', '400'] })], {
			tries: 2,
			resendUnknown: true,
		}),
	},
	{
		title: 'a key with several recipients or mailings is resent whole, also to those that got it',
		covers: ({ execution: { kind }, sentence }, { drawn }) =>
			sentence === 1 &&
			drawn.resendUnknown &&
			drawn.hasKeys &&
			['wait', 'mailings'].includes(kind.shape),
		smallest: smallest('an SMS that waits', [entry(), entry({ faults: ['500'] })], {
			resendUnknown: true,
			hasKeys: true,
			second: { kind: 'an SMS that waits', isAtOnce: false },
		}),
	},
	{
		title: 'with "resend", two executions at once each resend a key in a later try, after the other has',
		covers: ({ sentence, text }, { drawn }) =>
			sentence === 1 &&
			drawn.resendUnknown &&
			drawn.hasKeys &&
			drawn.tries > 1 &&
			drawn.second?.isAtOnce === true &&
			text.includes(', key '),
		smallest: smallest('an SMS', [entry({ faults: ['500'] })], {
			tries: 2,
			resendUnknown: true,
			hasKeys: true,
			second: { kind: 'an SMS', isAtOnce: true },
		}),
	},
];
