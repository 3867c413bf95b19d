import type { Entry, FollowedEntry, State } from '../entry';
import { alreadySentState, maybeSentError } from '../keys/keyProblems';
import {
	isSentOrUnknown,
	NOT_STARTED,
	rejectedState,
	setEarlierOutcome,
	stateOverAllTries,
} from '../ledger';
import type { NewRun } from '../operation';

/**
 * Sets the state of each repeated entry by the outcome of the first entry. If the first entry was
 * not sent, the repeated entry gets the same reason or error.
 *
 * @param isDryRun true to treat open entries as sent
 */
export function settleFollowers(run: NewRun, isDryRun = false): void {
	for (const entry of run.ledger.entries) {
		const { follows } = entry;
		if (!follows) continue;
		const { state } = follows.first;
		const isShown = entry.preview && state.is === 'leftOut' && state.reason === 'dry run';
		const isSent = isShown || (isDryRun && state.is === 'open');
		entry.state =
			follows.key === undefined
				? stateOfRepeatedRequest(follows.first, isSent)
				: settleSameKeyFollower(run, entry, { ...follows, key: follows.key }, isSent);
	}
}

function stateOfRepeatedRequest(first: Entry, isSent: boolean): State {
	const state = stateOverAllTries(first);
	if (!isSent && state.is !== 'sent' && state.is !== 'unknown') return stateIfFirstUnsent(state);
	const outputFields = { repeats_item: first.item };
	return { is: 'leftOut', reason: 'repeated in this run', outputFields };
}

function settleSameKeyFollower(
	run: NewRun,
	entry: Entry,
	{ first, key }: Required<FollowedEntry>,
	isSent: boolean,
): State {
	const state = stateOverAllTries(first);
	const isCertain = isSent || (state.is === 'sent' && !state.isUncertain);
	setEarlierOutcome(
		[entry],
		isCertain || first.earlierOutcome?.by !== 'execution' ? undefined : first.earlierOutcome,
	);
	if (isCertain) return alreadySentState(key);
	const isDecided = !['open', 'notStarted', 'leftOut'].includes(state.is);
	if (!isDecided || !(isSentOrUnknown(first) || first.earlierOutcome))
		return stateIfFirstUnsent(state);
	const unknown = rejectedState(run, entry.item, maybeSentError(key));
	setEarlierOutcome([entry], { by: 'execution', error: unknown.error });
	return unknown;
}

function stateIfFirstUnsent(state: State): State {
	if (state.is === 'leftOut') return state;
	return 'error' in state ? { is: 'rejected', error: state.error } : NOT_STARTED;
}
