import { isUnreadable, statusOf } from '../shared/errors/problem';
import { inParts } from '../shared/values/parts';
import { type AccountClient, isRejectedByService, safeMessage } from './service';
import type { State } from './state';

/** IDs in one request. They are sent in its form body, which has no short limit. */
const IDS_PER_REQUEST = 500;
/** Maximum of IDs in `toMarkAgain`; the newest are kept. */
const MAX_ASKED = 1_000;

type ToMark = Pick<State, 'toMarkAsRead' | 'toMarkAgain'>;

/**
 * Marks the replies of the poll before. In the same poll they could be lost: the service lists a marked reply
 * no longer, and n8n has the items only after the poll. The service lists only unmarked replies, so a reply
 * that it still lists is marked again, whatever it responded. A reply that a list lacks is kept for the next
 * poll, because a list may be incomplete.
 *
 * @param replies `listed`: all that the service lists; `added`: those that this poll returns
 * @returns the replies that the next poll has to mark
 */
export async function markAsRead(
	client: AccountClient,
	{ toMarkAsRead, toMarkAgain }: ToMark,
	{ listed, added }: { listed: Set<string>; added: string[] },
	warnings: string[],
): Promise<ToMark> {
	// After a failure that is not about the IDs, such as a timeout, they are sent with the new ones again.
	const open = new Set(await markReplies(client, toMarkAsRead, warnings));
	const again = toMarkAgain.filter((id) => listed.has(id));
	await markReplies(client, again, warnings);
	const asked = toMarkAsRead.filter((id) => !open.has(id));
	return {
		toMarkAsRead: [...open, ...markableIds(added, warnings)],
		toMarkAgain: [...toMarkAgain, ...asked].slice(-MAX_ASKED),
	};
}

/**
 * Sends the requests to mark replies.
 *
 * @param warnings gets a line if some could not be marked
 * @returns the IDs that could not be marked, except those that the service rejects
 */
export async function markReplies(
	client: AccountClient,
	ids: string[],
	warnings: string[],
): Promise<string[]> {
	const open: string[] = [];
	let failed = 0;
	let problem: unknown;
	for (const part of inParts(ids, IDS_PER_REQUEST)) {
		try {
			await client.markAsRead(part);
		} catch (error) {
			problem ??= error;
			failed += part.length;
			if (!isRejectedMark(error)) open.push(...part);
		}
	}
	if (failed > 0) {
		warnings.push(
			`${repliesAre(failed)} not marked as read: ${safeMessage(problem)}. The next poll tries again.`,
		);
	}
	return open;
}

/** Whether the service rejects the replies. The poll has read with its token, so 403 is no bad one. */
const isRejectedMark = (error: unknown): boolean =>
	isRejectedByService(error) || (statusOf(error) === 403 && !isUnreadable(error));

/** The IDs are sent as a text with commas: one that has a comma would mark other replies. */
function markableIds(ids: string[], warnings: string[]): string[] {
	const markable = ids.filter((id) => !id.includes(','));
	const others = ids.length - markable.length;
	if (others > 0) {
		warnings.push(
			`${repliesAre(others)} not marked as read, because of a comma in the ID: the service would take it for several IDs.`,
		);
	}
	return markable;
}

const repliesAre = (count: number): string => (count === 1 ? '1 reply is' : `${count} replies are`);
