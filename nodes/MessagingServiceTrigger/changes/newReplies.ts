import type { IDataObject } from 'n8n-workflow';
import { fingerprint, HASH_OFFSET, isId, keyOf } from '../state/fingerprint';
import { decodeReplies, encodeReplies } from '../state/replies';

export interface ReplyDiff {
	/** Ordered by id, which may be the order of arrival. Those whose id is no number follow. */
	newReplies: IDataObject[];
	snapshot: string;
	/** Ids of all that are listed. */
	listedIds: string[];
}

/** The id of a reply. One that has no usable id is identified by everything that it holds. */
export const replyId = (reply: IDataObject): string =>
	isId(reply.id) ? String(reply.id) : `#${fingerprint(Object.entries(reply).sort(byKey))}`;

const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/**
 * Finds the replies that no earlier poll returned. The service lists a reply until it is marked as
 * read. The snapshot keeps those that it lists no longer, because a list may once be incomplete, and
 * relies on no order of the ids, because the service states none.
 *
 * @param replies all that the service lists for one mailing, in any order, some perhaps twice
 * @param snapshot of the poll before; undefined if the mailing is read for the first time
 */
export function newReplies(replies: IDataObject[], snapshot = ''): ReplyDiff {
	const seen = decodeReplies(snapshot);
	const listed = new Map(replies.map((reply) => [replyId(reply), reply]));
	const added: Array<[key: number, reply: IDataObject]> = [];
	for (const [id, reply] of listed) {
		const key = keyOf(id);
		if (!seen.has(key)) added.push([key, reply]);
		seen.add(key);
	}
	const isText = (key: number) => key >= HASH_OFFSET;
	added.sort(([a], [b]) => (isText(a) && isText(b) ? 0 : a - b));
	return {
		newReplies: added.map(([, reply]) => reply),
		listedIds: [...listed.keys()],
		snapshot: encodeReplies(seen),
	};
}
