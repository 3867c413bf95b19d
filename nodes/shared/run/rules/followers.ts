import type { Entry, FollowedEntry, State } from '../entry';
import { alreadySentState, maybeSentError } from '../keys/keyProblems';
import {
	isSentOrUnknown,
	NOT_STARTED,
	rejectedState,
	setOtherExecutionOutcome,
	stateOverAllTries,
} from '../ledger';
import type { NewRun } from '../operation';

/**
 * Sets the state of each repeat of an entry by the outcome of the original. If the original was not
 * sent, the repeat gets the same reason or error.
 *
 * @param isDryRun true to treat open entries as sent
 */
export function settleFollowers(run: NewRun, isDryRun = false): void {
	for (const entry of run.ledger.entries) {
		const { follows } = entry;
		if (!follows) continue;
		const { first, sendKey } = follows;
		const { state } = first;
		const isShown = entry.preview && state.is === 'leftOut' && state.reason === 'dry run';
		const isSent = isShown || (isDryRun && state.is === 'open');
		if (sendKey === undefined) entry.state = stateOfRepeatedRequest(first, isSent);
		else settleSameKeyFollower(run, entry, { first, sendKey }, isSent);
	}
}

function stateOfRepeatedRequest(first: Entry, isSent: boolean): State {
	const state = stateOverAllTries(first);
	if (!isSent && state.is !== 'sent' && state.is !== 'unknown') return stateIfFirstUnsent(state);
	const outputFields = { repeats_item: first.itemIndex };
	return { is: 'leftOut', reason: 'repeated in this run', outputFields };
}

function settleSameKeyFollower(
	run: NewRun,
	entry: Entry,
	{ first, sendKey }: Required<FollowedEntry>,
	isSent: boolean,
): void {
	const state = stateOverAllTries(first);
	const isCertain = isSent || (state.is === 'sent' && !state.isUncertain);
	setOtherExecutionOutcome(
		[entry],
		isCertain || first.earlierOutcome?.by !== 'execution' ? undefined : first.earlierOutcome,
	);
	const isDecided = !['open', 'notStarted', 'leftOut'].includes(state.is);
	if (isCertain) entry.state = alreadySentState(sendKey);
	else if (isDecided && (isSentOrUnknown(first) || first.earlierOutcome)) {
		const unknown = rejectedState(run, entry.itemIndex, maybeSentError(sendKey));
		setOtherExecutionOutcome([entry], { by: 'execution', error: unknown.error });
		entry.state = unknown;
	} else entry.state = stateIfFirstUnsent(state);
}

function stateIfFirstUnsent(state: State): State {
	if (state.is === 'leftOut') return state;
	return 'error' in state ? { is: 'rejected', error: state.error } : NOT_STARTED;
}
