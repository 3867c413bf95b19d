import type { Before, Entry, Follows, State } from '../entry';
import { alreadySent, maybeSent } from '../keys/keyProblems';
import { isSentOrUnknown, knownState, NOT_STARTED, rejected } from '../ledger';
import type { NewRun } from '../operation';

/**
 * Decides about the entries that follow another one, because they repeat it or have its key, once that one is
 * decided. One that was not sent gives them its reason, or its error.
 *
 * @param isDryRun an entry that is still open counts as sent
 */
export function settleFollowers(run: NewRun, isDryRun = false): void {
	for (const entry of run.ledger.entries) {
		const { follows } = entry;
		if (!follows) continue;
		const isSent = isDryRun && follows.first.state.is === 'open';
		entry.state =
			follows.key === undefined
				? stateOfRepeated(follows.first, isSent)
				: stateWithKey(run, entry, { ...follows, key: follows.key }, isSent);
	}
}

/** @param isSent it counts as sent */
function stateOfRepeated(first: Entry, isSent: boolean): State {
	const state = knownState(first);
	if (!isSent && state.is !== 'sent' && state.is !== 'unknown') return stateOfUnsent(state);
	const facts = { repeats_item: first.item };
	return { is: 'leftOut', reason: 'repeated in this run', facts };
}

function stateWithKey(
	run: NewRun,
	entry: Entry,
	{ first, key }: Required<Follows>,
	isSent: boolean,
): State {
	const state = knownState(first);
	const isCertain = isSent || (state.is === 'sent' && !state.isUncertain);
	setEarlier(entry, isCertain || first.before?.by !== 'execution' ? undefined : first.before);
	if (isCertain) return alreadySent(key);
	const isDecided = !['open', 'notStarted', 'leftOut'].includes(state.is);
	if (!isDecided || !(isSentOrUnknown(first) || first.before)) return stateOfUnsent(state);
	const unknown = rejected(run, entry.item, maybeSent(key));
	setEarlier(entry, { by: 'execution', error: unknown.error });
	return unknown;
}

/** Another execution may have sent the key of both. What an earlier try of this run may have sent counts more. */
function setEarlier(entry: Entry, before: Before | undefined): void {
	if (entry.before?.by !== 'try') entry.before = before;
}

/** The state of what follows an entry that certainly was not sent. */
function stateOfUnsent(state: State): State {
	if (state.is === 'leftOut') return state;
	return 'error' in state ? { is: 'rejected', error: state.error } : NOT_STARTED;
}
