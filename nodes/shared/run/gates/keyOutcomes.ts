import type { Entry } from '../../describe/ledger';
import { knownState } from '../ledger';
import type { Store } from '../../store/store';

/** What n8n's store has of a key from before it is sent. */
export const claimOf = (key: string) => `claimed ${key}`;
/** What it has besides once the key was sent. */
export const markOf = (key: string) => `sent ${key}`;

export type KeyOutcome = 'sent' | 'unknown' | 'notSent';

/** The outcome of a key's item. If its entries differ, it is not known what was sent. */
export function outcomeOf(entries: Entry[]): KeyOutcome {
	const [first = 'notSent', ...others] = new Set(entries.map(entryOutcome));
	return others.length > 0 ? 'unknown' : first;
}

function entryOutcome(entry: Entry): KeyOutcome {
	const { is } = knownState(entry);
	return is === 'sent' || is === 'unknown' ? is : 'notSent';
}

export const keysWith = (wanted: KeyOutcome, outcomes: Map<string, KeyOutcome>): string[] =>
	[...outcomes].flatMap(([key, outcome]) => (outcome === wanted ? [key] : []));

/** Remembers what was sent, and forgets what definitely was not, even if n8n saves only one of them. */
export async function saveOutcomes(store: Store, outcomes: Map<string, KeyOutcome>): Promise<void> {
	try {
		await store.put(keysWith('sent', outcomes).map(markOf));
	} finally {
		await store.remove(keysWith('notSent', outcomes).map(claimOf));
	}
}
