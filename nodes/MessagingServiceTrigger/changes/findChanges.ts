import type { IDataObject } from 'n8n-workflow';
import { isId } from '../state/fingerprint';
import { asNumber } from '../service/client';
import { freshReplies, replyId } from './newReplies';
import type { Settings } from '../settings';
import { eventSources } from '../eventSources';
import { statusChanges } from './statusChanges';

/** What is new in one mailing. */
export interface News {
	items: IDataObject[];
	/** What to remember of the mailing. */
	memory: string;
	/** Ids of the replies among the items. */
	replies: string[];
	/** Ids of all replies that are not read. */
	unread: Iterable<string>;
}

/**
 * Compares what a mailing has now with what is remembered of it.
 *
 * @param memory undefined when the mailing is seen for the first time
 * @param words statuses by index; those that are new are added
 */
export function newsOf(
	mailing: string,
	entries: IDataObject[],
	memory: string | undefined,
	words: string[],
	{ event, statuses }: Settings,
): News {
	const message_id = asNumber(mailing);
	if (event === 'viberReply') {
		const found = freshReplies(entries, memory);
		const items = found.fresh.map((reply) => ({ ...reply, message_id }));
		// What has no id cannot be marked as read by it.
		const replies = found.fresh.filter(({ id }) => isId(id)).map(replyId);
		return { items, memory: found.memory, replies, unread: found.listed };
	}
	const found = statusChanges(entries, memory, eventSources[event].keys, words);
	const items: IDataObject[] = [];
	for (const { recipient, previous } of found.changes) {
		if (!isWanted(recipient, statuses)) continue;
		// The entry itself becomes the item: there may be a hundred thousand of them.
		recipient.message_id = message_id;
		recipient.previous_status = previous;
		items.push(recipient);
	}
	return { items, memory: found.memory, replies: [], unread: [] };
}

export const isWanted = ({ status }: IDataObject, statuses: Set<string> | undefined): boolean =>
	!statuses || statuses.has(String(status ?? '').toLowerCase());
