import { inParts } from '../../shared/values/parts';
import type { AccountClient } from './client';
import { isRejectedMark, safeMessage } from './problems';

/** Ids in one request. They are sent in its form body, which has no short limit. */
const IDS_PER_REQUEST = 500;

/**
 * Marks replies as read that an earlier poll returned. Marking them in the same poll could lose them:
 * the service lists a marked reply no longer, and n8n has the items only after the poll.
 *
 * @param warnings gets a line if some could not be marked
 * @returns the ids that could not be marked, and of them those that the service rejects
 */
export async function markReplies(
	client: AccountClient,
	ids: string[],
	warnings: string[],
): Promise<{ failed: string[]; rejected: Set<string> }> {
	const failed: string[] = [];
	const rejected = new Set<string>();
	let problem: unknown;
	for (const part of inParts(ids, IDS_PER_REQUEST)) {
		try {
			await client.markAsRead(part);
		} catch (error) {
			problem ??= error;
			failed.push(...part);
			if (isRejectedMark(error)) for (const id of part) rejected.add(id);
		}
	}
	if (failed.length > 0) {
		warnings.push(
			`${repliesAre(failed.length)} not marked as read: ${safeMessage(problem)}. The next poll tries again.`,
		);
	}
	return { failed, rejected };
}

export const repliesAre = (count: number): string =>
	count === 1 ? '1 reply is' : `${count} replies are`;
