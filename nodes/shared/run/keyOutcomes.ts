import type { Plan } from '../describe/operation';
import { mayHaveSent } from '../errors/nodeErrors';
import type { Store } from '../store/store';
import { askedBy } from './leftOut';
import type { Result } from './progress';

/** What n8n's store has of a key from before it is sent. */
export const claimOf = (key: string) => `claimed ${key}`;
/** What it has besides once the key was sent. */
export const markOf = (key: string) => `sent ${key}`;

export type Outcome = 'sent' | 'unknown' | 'failed';

/** The outcome of each item. If its requests differ, it is not known what was sent. */
export function outcomesOf({ requests }: Plan, results: Result[]): Map<number, Outcome> {
	const outcomes = new Map<number, Outcome>();
	for (const [position, request] of requests.entries()) {
		const outcome = outcomeOf(results[position]);
		for (const index of askedBy(request)) {
			const other = outcomes.get(index) ?? outcome;
			outcomes.set(index, other === outcome ? outcome : 'unknown');
		}
	}
	return outcomes;
}

export const keysWith = (wanted: Outcome, outcomes: Map<string, Outcome>): string[] =>
	[...outcomes].flatMap(([key, outcome]) => (outcome === wanted ? [key] : []));

/** Remembers what was sent, and forgets what definitely was not, even if n8n saves only one of them. */
export async function saveOutcomes(store: Store, outcomes: Map<string, Outcome>): Promise<void> {
	try {
		await store.put(keysWith('sent', outcomes).map(markOf));
	} finally {
		await store.remove(keysWith('failed', outcomes).map(claimOf));
	}
}

function outcomeOf(result: Result): Outcome {
	if (!result) return 'failed';
	if ('records' in result) return 'sent';
	return mayHaveSent(result.error) ? 'unknown' : 'failed';
}
