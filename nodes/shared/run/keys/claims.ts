import type { Claim, Entry, Follows, Ledger } from '../entry';
import type { AnyRun } from '../operation';
import { byItem, knownState, NOT_STARTED, openEntries, setState } from '../ledger';
import { sharedKeysHint } from './keyProblems';

/** The keys of the items of this try that are to be sent, and how long they are remembered. */
export interface Keys {
	/** Days. */
	days: number;
	/** The keys whose items are still open. */
	asked: Array<[key: string, claim: Claim]>;
}

/**
 * The keys of the open items; undefined if the step has no Send Once Per Key. If several items have the same key,
 * the first is sent, and the others follow its outcome. A hint above the output counts them.
 */
export function keysOf(run: AnyRun): Keys | undefined {
	if (!run.ledger.entries.some(({ key }) => key !== undefined)) return undefined;
	const claims = claimsBefore(run);
	run.ledger.claims = claims;
	const asked: Keys['asked'] = [];
	const all = entriesByItem(run.ledger);
	for (const [item, entries] of byItem(openEntries(run.ledger))) {
		const [{ key = '', isResent }] = entries;
		const claim = claims.get(key) ?? { item };
		const [first] = all.get(claim.item) ?? [];
		if (claim.item === item) {
			claim.isResent = isResent;
			claims.set(key, claim);
			asked.push([key, claim]);
		} else follow(entries, { first, key });
	}
	const hint = sharedKeysHint(run.ledger);
	if (hint) run.context.addExecutionHints?.(hint);
	return { days: run.options.rememberDays, asked };
}

function follow(entries: Entry[], follows: Follows): void {
	setState(entries, NOT_STARTED);
	for (const entry of entries) entry.follows = follows;
}

/** What earlier tries of this run have claimed, and have sent, or may have sent. */
function claimsBefore({ ledger }: AnyRun): Map<string, Claim> {
	const entries = entriesByItem(ledger);
	const stillOurs = [...ledger.claims].filter(
		([, { isOurs, item }]) => isOurs && outcomeOf(entries.get(item) ?? []) !== 'notSent',
	);
	return new Map(stillOurs.map(([key, { item }]) => [key, { item, isOurs: true }]));
}

export const entriesByItem = ({ entries }: Ledger): Map<number, Entry[]> =>
	new Map(byItem(entries));

/**
 * Whether the message of a key was sent. If its entries differ, it is not known what was sent: not counting
 * recipients that were left out.
 */
export function outcomeOf(entries: Entry[]): 'sent' | 'unknown' | 'notSent' {
	const meant = entries.filter((entry) => knownState(entry).is !== 'leftOut');
	const [first = 'notSent', ...others] = new Set(meant.map(entryOutcome));
	return others.length > 0 ? 'unknown' : first;
}

function entryOutcome(entry: Entry) {
	const state = knownState(entry);
	if (state.is === 'sent') return state.isUncertain ? 'unknown' : 'sent';
	return state.is === 'unknown' ? 'unknown' : 'notSent';
}
