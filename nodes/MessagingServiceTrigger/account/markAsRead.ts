import { inParts } from '../../shared/batch/chunk';
import type { AccountClient } from './client';
import { isRejectedByService, isRejectedMark, safeMessage } from './problems';

/** Ids in one request. They are sent in its form body, which has no short limit. */
const IDS_PER_REQUEST = 500;
/** So often one poll halves a request that the service rejects: enough to find two of 500 replies. */
const MAX_SPLITS = 20;
/** The same while every request is forbidden (403): the token may lack the right to mark replies. */
const FORBIDDEN_SPLITS = 3;

export interface MarkResult {
	/** Ids of requests that failed. */
	failed: string[];
	/** Ids that the service rejected. First those of requests that were not halved: most may be good. */
	rejected: string[];
}

/**
 * Marks replies as read that an earlier poll returned. Marking them in the same poll could lose them:
 * the service lists a marked reply no longer, and n8n has the items only after the poll. A request that
 * the service rejects is halved, so that a reply that it does not know leaves no other one unread.
 *
 * @param warnings gets a line if some failed, and one if the service rejected some
 */
export async function markReplies(
	client: AccountClient,
	ids: string[],
	warnings: string[],
): Promise<MarkResult> {
	const result: MarkResult = { failed: [], rejected: [] };
	const errors = new Map<keyof MarkResult, unknown>();
	const parts = inParts(ids, IDS_PER_REQUEST);
	let splits = 0;
	let hasMarked = false;
	for (let part = parts.shift(); part; part = parts.shift()) {
		try {
			await client.markAsRead(part);
			hasMarked = true;
		} catch (error) {
			const kind = isRejectedMark(error) ? 'rejected' : 'failed';
			const isHopeful = hasMarked || isRejectedByService(error);
			const most = isHopeful ? MAX_SPLITS : FORBIDDEN_SPLITS;
			if (kind === 'rejected' && part.length > 1 && splits++ < most) {
				const middle = Math.ceil(part.length / 2);
				parts.unshift(part.slice(0, middle), part.slice(middle));
				continue;
			}
			if (kind === 'rejected' && part.length > 1) result.rejected.unshift(...part);
			else result[kind].push(...part);
			errors.set(kind, error);
		}
	}
	for (const [kind, error] of errors) {
		const what = `${result[kind].length} replies could not be marked as read`;
		warnings.push(`${what}: ${safeMessage(error)}. The next poll tries again.`);
	}
	return result;
}
