import type { Case, DrawnEntry } from './draw';
import type { Violation } from './oracle';
import type { Played } from './play';

/** Where today's code violates a sentence. The list is to become empty. */
export interface Known {
	title: string;
	/** Reports whether a violation is of this kind. */
	covers: (violation: Violation, played: Played) => boolean;
	/** The smallest case that shows it; none where it takes a race. */
	smallest?: Case;
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
		title: 'a key with several recipients is resent whole, also to those that got it',
		covers: ({ execution: { kind }, sentence }, { drawn, executions }) =>
			sentence === 1 &&
			executions.some(({ resendUnknown }) => resendUnknown) &&
			drawn.hasKeys &&
			kind.shape === 'wait',
		smallest: smallest('an SMS that waits', [entry(), entry({ faults: ['500'] })], {
			resendUnknown: true,
			hasKeys: true,
			second: { kind: 'an SMS that waits', isAtOnce: false },
		}),
	},
	{
		title: 'a key with several recipients that another execution resends between two tries of the first',
		covers: ({ execution: { kind }, sentence }, { drawn, executions }) =>
			sentence === 3 &&
			executions.some(({ resendUnknown }) => resendUnknown) &&
			executions.some(({ resendUnknown }) => !resendUnknown) &&
			drawn.hasKeys &&
			drawn.tries > 1 &&
			kind.shape === 'wait',
	},
];
