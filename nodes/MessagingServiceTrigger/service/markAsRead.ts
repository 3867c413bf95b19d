import type { ServiceClient } from './client';
import { isRejectedRequest, safeMessage } from './problems';

/** Ids in one request. They are sent in its form body, which has no short limit. */
const IDS_PER_REQUEST = 500;

export interface MarkResult {
	/** Ids of requests that failed. */
	failed: string[];
	/** Ids of requests that the service rejected, perhaps because it does not know one of them. */
	rejected: string[];
}

/**
 * Marks replies as read that an earlier poll returned. Marking them in the same poll could lose them:
 * the service lists a marked reply no longer, and n8n has the items only after the poll.
 *
 * @param warnings gets a line for each request that failed
 */
export async function markReplies(
	client: ServiceClient,
	ids: string[],
	warnings: string[],
): Promise<MarkResult> {
	const result: MarkResult = { failed: [], rejected: [] };
	for (let from = 0; from < ids.length; from += IDS_PER_REQUEST) {
		const part = ids.slice(from, from + IDS_PER_REQUEST);
		try {
			await client.markAsRead(part);
		} catch (error) {
			result[isRejectedRequest(error) ? 'rejected' : 'failed'].push(...part);
			const what = `${part.length} replies could not be marked as read`;
			warnings.push(`${what}: ${safeMessage(error)}. The next poll tries again.`);
		}
	}
	return result;
}
