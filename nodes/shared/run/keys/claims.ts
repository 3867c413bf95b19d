import type { Claim, Entry, FollowedEntry, Ledger } from '../entry';
import type { AnyRun } from '../operation';
import { chunkByItem, stateOverAllTries, NOT_STARTED, listOpenEntries, setState } from '../ledger';
import { sameKeyHint } from './keyProblems';

export interface KeyClaimPlan {
	rememberDays: number;
	openClaims: Array<[key: string, claim: Claim]>;
}

/**
 * Returns the claims of open items, or undefined without Send Once Per Key. If items share a key, only the first
 * item is sent.
 */
export function planClaimsAndFollowers(run: AnyRun): KeyClaimPlan | undefined {
	if (!run.ledger.entries.some(({ sendKey }) => sendKey !== undefined)) return undefined;
	const claims = filterMaybeSentClaims(run);
	run.ledger.claimByKey = claims;
	const openClaims: KeyClaimPlan['openClaims'] = [];
	const entriesOf = mapEntriesByItem(run.ledger);
	// A dry run claims no keys, so this map is used to find the items that share a key.
	const firstDryEntries = new Map<string, Entry>();
	for (const [itemIndex, entries] of chunkByItem(listOpenEntries(run.ledger))) {
		const [entry] = entries;
		const { sendKey = '', canResendIfUnknown, preview } = entry;
		if (preview) {
			const firstDry = firstDryEntries.get(sendKey);
			if (firstDry) markAsFollowers(entries, { first: firstDry, sendKey });
			else firstDryEntries.set(sendKey, entry);
			continue;
		}
		const claim = claims.get(sendKey) ?? { itemIndex };
		const [first] = entriesOf.get(claim.itemIndex) ?? [];
		if (claim.itemIndex === itemIndex) {
			claim.canResendIfUnknown = canResendIfUnknown;
			claims.set(sendKey, claim);
			openClaims.push([sendKey, claim]);
		} else markAsFollowers(entries, { first, sendKey });
	}
	const hint = sameKeyHint(run.ledger);
	if (hint) run.context.addExecutionHints?.(hint);
	return { rememberDays: run.options.rememberDays, openClaims };
}

function markAsFollowers(entries: Entry[], follows: FollowedEntry): void {
	setState(entries, NOT_STARTED);
	for (const entry of entries) entry.follows = follows;
}

function filterMaybeSentClaims({ ledger }: AnyRun): Map<string, Claim> {
	const entries = mapEntriesByItem(ledger);
	const owned = [...ledger.claimByKey].filter(
		([, { isOwned, itemIndex }]) =>
			isOwned && keyOutcome(entries.get(itemIndex) ?? []) !== 'notSent',
	);
	return new Map(owned.map(([key, { itemIndex }]) => [key, { itemIndex, isOwned: true }]));
}

export const mapEntriesByItem = ({ entries }: Ledger): Map<number, Entry[]> =>
	new Map(chunkByItem(entries));

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
