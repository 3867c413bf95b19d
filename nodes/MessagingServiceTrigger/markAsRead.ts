import { isUnreadableResponse, httpStatusOf } from '../shared/errors/problem';
import { splitByCount } from '../shared/values/parts';
import { type AccountClient, isRejectedByService, formatForLog } from './service';
import type { State } from './state';

/** IDs per request. The form body has no tight limit. */
const IDS_PER_REQUEST = 500;
/** Maximum IDs in `toMarkAgain`; the newest are kept. */
const MAX_TO_MARK_AGAIN = 1_000;

export type PendingMarks = Pick<State, 'toMarkAsRead' | 'toMarkAgain'>;

/**
 * Marks the replies of the previous poll as read. Marking in the same poll could lose them, because n8n gets
 * the items only after the poll, and the service no longer lists a marked reply. A reply that is still listed
 * is marked again, whatever the response was. A reply that is missing from the list is kept for the next poll,
 * because the list may be incomplete.
 *
 * @param replies `listed`: all that the service lists; `added`: those that this poll returns
 * @returns the replies that the next poll has to mark
 */
export async function markAsRead(
	client: AccountClient,
	{ toMarkAsRead, toMarkAgain }: PendingMarks,
	{ listedReplyIds, newReplyIds }: { listedReplyIds: Set<string>; newReplyIds: string[] },
	warnings: string[],
): Promise<PendingMarks> {
	// After a failure such as a timeout, the IDs are sent again together with the new ones.
	const unmarked = new Set(await sendMarkRequests(client, toMarkAsRead, warnings));
	const again = toMarkAgain.filter((id) => listedReplyIds.has(id));
	await sendMarkRequests(client, again, warnings);
	const requested = toMarkAsRead.filter((id) => !unmarked.has(id));
	return {
		toMarkAsRead: [...unmarked, ...filterMarkableIds(newReplyIds, warnings)],
		toMarkAgain: [...toMarkAgain, ...requested].slice(-MAX_TO_MARK_AGAIN),
	};
}

/**
 * Sends the requests that mark replies as read.
 *
 * @param warnings gets a line if some replies could not be marked
 * @returns the IDs to try again: IDs that failed and were not rejected
 */
export async function sendMarkRequests(
	client: AccountClient,
	ids: string[],
	warnings: string[],
): Promise<string[]> {
	const unmarked: string[] = [];
	let failed = 0;
	let problem: unknown;
	for (const part of splitByCount(ids, IDS_PER_REQUEST)) {
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

/**
 * Reports whether the service rejects the replies. A 403 counts too, because the poll has just used the same token to
 * read.
 */
const areRepliesRejected = (error: unknown): boolean =>
	isRejectedByService(error) || (httpStatusOf(error) === 403 && !isUnreadableResponse(error));

/** The IDs are joined by commas, so an ID with a comma would mark other replies. */
function filterMarkableIds(ids: string[], warnings: string[]): string[] {
	const markable = ids.filter((id) => !id.includes(','));
	const others = ids.length - markable.length;
	if (others > 0) {
		warnings.push(
			`${formatRepliesAre(others)} not marked as read, because of a comma in the ID: the service would take it for several IDs.`,
		);
	}
	return markable;
}

const formatRepliesAre = (count: number): string =>
	count === 1 ? '1 reply is' : `${count} replies are`;
