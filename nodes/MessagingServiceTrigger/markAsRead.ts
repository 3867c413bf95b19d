import { hasUnknownRepeatableOutcome, httpStatusOf } from '../shared/errors/problem';
import { splitByCount } from '../shared/values/parts';
import { type AccountClient, isRejectedByService, formatForLog } from './service';
import type { State } from './state';

/** The API documents no limit, so this number is our choice. */
const MAX_IDS_PER_REQUEST = 500;
/** If `toMarkAgain` would have more IDs than this, the oldest are dropped. */
const MAX_TO_MARK_AGAIN = 1_000;

export type PendingMarks = Pick<State, 'toMarkAsRead' | 'toMarkAgain'>;

/**
 * Marks the replies of the previous poll as read, and marks earlier replies again if the service
 * still lists them. New replies wait for the next poll: if this poll marked a reply and then failed
 * before n8n got the items, the reply would be lost, because the service no longer lists a marked
 * reply. Replies that are not listed stay in `toMarkAgain`, because a list may be incomplete.
 *
 * @returns the replies for the next poll to mark as read
 */
export async function markQueuedReplies(
	client: AccountClient,
	{ toMarkAsRead, toMarkAgain }: PendingMarks,
	{
		listedReplyIds,
		returnedReplyIds,
	}: { listedReplyIds: Set<string>; returnedReplyIds: string[] },
	warnings: string[],
): Promise<PendingMarks> {
	// IDs whose request failed, e.g. with a timeout, are sent again together with new IDs.
	const unmarked = new Set(await sendMarkRequests(client, toMarkAsRead, warnings));
	const again = toMarkAgain.filter((id) => listedReplyIds.has(id));
	await sendMarkRequests(client, again, warnings);
	const requested = toMarkAsRead.filter((id) => !unmarked.has(id));
	return {
		toMarkAsRead: [...unmarked, ...dropUnmarkableAndWarn(returnedReplyIds, warnings)],
		toMarkAgain: [...toMarkAgain, ...requested].slice(-MAX_TO_MARK_AGAIN),
	};
}

/**
 * @param warnings gets a line if replies could not be marked
 * @returns the IDs of failed requests that the service did not reject, to send again
 */
export async function sendMarkRequests(
	client: AccountClient,
	ids: string[],
	warnings: string[],
): Promise<string[]> {
	const unmarked: string[] = [];
	let failed = 0;
	let problem: unknown;
	for (const part of splitByCount(ids, MAX_IDS_PER_REQUEST)) {
		try {
			await client.markAsRead(part);
		} catch (error) {
			problem ??= error;
			failed += part.length;
			if (!areRepliesRejected(error)) unmarked.push(...part);
		}
	}
	if (failed > 0) {
		warnings.push(
			`${formatRepliesAre(failed)} not marked as read: ${formatForLog(problem)}. The next poll tries again.`,
		);
	}
	return unmarked;
}

/** A 403 means that the replies are rejected, not the token: the poll has just read with the same token. */
const areRepliesRejected = (error: unknown): boolean =>
	isRejectedByService(error) ||
	(httpStatusOf(error) === 403 && !hasUnknownRepeatableOutcome(error));

/** Leaves out IDs with a comma. A request joins IDs by commas, so such an ID would mark other replies. */
function dropUnmarkableAndWarn(ids: string[], warnings: string[]): string[] {
	const markable = ids.filter((id) => !id.includes(','));
	const others = ids.length - markable.length;
	if (others > 0) {
		warnings.push(
			`${formatRepliesAre(others)} not marked as read, because the service would read an ID with a comma as several IDs.`,
		);
	}
	return markable;
}

const formatRepliesAre = (count: number): string =>
	count === 1 ? '1 reply is' : `${count} replies are`;
