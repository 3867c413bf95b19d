import type { Claim, Entry, FollowedEntry, Ledger } from '../entry';
import type { AnyRun } from '../operation';
import { groupByItem, stateOverAllTries, NOT_STARTED, openEntries, setState } from '../ledger';
import { sharedKeysHint } from './keyProblems';

export interface KeyClaimPlan {
	rememberDays: number;
	openClaims: Array<[key: string, claim: Claim]>;
}

/**
 * Returns the claims of open items, or undefined without Send Once Per Key. If items share a key, only the first
 * item is sent.
 */
export function planClaimsAndFollowers(run: AnyRun): KeyClaimPlan | undefined {
	if (!run.ledger.entries.some(({ key }) => key !== undefined)) return undefined;
	const claims = filterMaybeSentClaims(run);
	run.ledger.claims = claims;
	const openClaims: KeyClaimPlan['openClaims'] = [];
	const entriesOf = mapEntriesByItem(run.ledger);
	// A dry run claims no keys, so this map is used to find the items that share a key.
	const firstDryEntries = new Map<string, Entry>();
	for (const [item, entries] of groupByItem(openEntries(run.ledger))) {
		const [entry] = entries;
		const { key = '', canResendIfUnknown, preview } = entry;
		if (preview) {
			const firstDry = firstDryEntries.get(key);
			if (firstDry) makeFollowers(entries, { first: firstDry, key });
			else firstDryEntries.set(key, entry);
			continue;
		}
		const claim = claims.get(key) ?? { item };
		const [first] = entriesOf.get(claim.item) ?? [];
		if (claim.item === item) {
			claim.canResendIfUnknown = canResendIfUnknown;
			claims.set(key, claim);
			openClaims.push([key, claim]);
		} else makeFollowers(entries, { first, key });
	}
	const hint = sharedKeysHint(run.ledger);
	if (hint) run.context.addExecutionHints?.(hint);
	return { rememberDays: run.options.rememberDays, openClaims };
}

function makeFollowers(entries: Entry[], follows: FollowedEntry): void {
	setState(entries, NOT_STARTED);
	for (const entry of entries) entry.follows = follows;
}

function filterMaybeSentClaims({ ledger }: AnyRun): Map<string, Claim> {
	const entries = mapEntriesByItem(ledger);
	const owned = [...ledger.claims].filter(
		([, { isOwned, item }]) => isOwned && keyOutcome(entries.get(item) ?? []) !== 'notSent',
	);
	return new Map(owned.map(([key, { item }]) => [key, { item, isOwned: true }]));
}

export const mapEntriesByItem = ({ entries }: Ledger): Map<number, Entry[]> =>
	new Map(groupByItem(entries));

/** Returns `unknown` if the entries of a key have different outcomes. Ignores left-out entries. */
export function keyOutcome(entries: Entry[]): 'sent' | 'unknown' | 'notSent' {
	const notLeftOut = entries.filter((entry) => stateOverAllTries(entry).is !== 'leftOut');
	const [first = 'notSent', ...otherOutcomes] = new Set(notLeftOut.map(entryOutcome));
	return otherOutcomes.length > 0 ? 'unknown' : first;
}

function entryOutcome(entry: Entry) {
	const state = stateOverAllTries(entry);
	if (state.is === 'sent') return state.isUncertain ? 'unknown' : 'sent';
	return state.is === 'unknown' ? 'unknown' : 'notSent';
}
