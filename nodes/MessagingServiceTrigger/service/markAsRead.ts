import type { Reader } from './client';
import { isRefusal } from './refusal';
import { failedWith } from './problems';

/** Ids in one request; they go in its form, which has no short limit. */
const PER_REQUEST = 500;

export interface Marking {
	/** Ids that could not be marked; they are tried again. */
	failed: string[];
	/** Ids of a request that the service refused: it may know some of them no longer. */
	refused: string[];
}

/**
 * Marks replies as read that an earlier poll gave out. Not before: n8n has the items only after a
 * poll has returned them, and a reply that is marked is not listed again.
 */
export async function markReplies(
	reader: Reader,
	ids: string[],
	warnings: string[],
): Promise<Marking> {
	const marking: Marking = { failed: [], refused: [] };
	for (let from = 0; from < ids.length; from += PER_REQUEST) {
		const some = ids.slice(from, from + PER_REQUEST);
		try {
			await reader.mark(some);
		} catch (error) {
			marking[isRefusal(error) ? 'refused' : 'failed'].push(...some);
			const what = `${some.length} replies could not be marked as read`;
			warnings.push(`${what}: ${failedWith(error)}. The next poll tries again.`);
		}
	}
	return marking;
}
