import type { IDataObject } from 'n8n-workflow';
import { fingerprint, isId } from '../state/fingerprint';
import { isNumeric } from '../state/ids';
import { decodeReplies, encodeReplies } from '../state/replies';

/**
 * The service lists a reply until it is marked as read, so a reply is new if no poll returned it
 * before. Each mailing has a snapshot of limited size:
 *
 * - Replies get their ids at arrival, so nearly all new ids are higher than all before. But two
 *   replies of one moment may become visible in the wrong order, and the highest id alone would lose
 *   the lower one.
 * - So the snapshot has the last RECENT ids, and the one below them as a watermark. All ids up to the
 *   watermark count as returned. A reply is lost only if RECENT later ones to its mailing overtake it.
 * - Ids that are not numbers have no order. The snapshot has all that are listed, and the last RECENT
 *   of those that are listed no longer, because a list may once be incomplete.
 */
const RECENT = 256;

export interface ReplyDiff {
	/** Ordered by id, which is the order of arrival. */
	newReplies: IDataObject[];
	snapshot: string;
	/** Ids of all that are listed. */
	listedIds: Iterable<string>;
}

/** The id of a reply. One that has no usable id is identified by everything that it holds. */
export const replyId = (reply: IDataObject): string =>
	isId(reply.id) ? String(reply.id) : `#${fingerprint(Object.entries(reply).sort(byKey))}`;

const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/**
 * Finds the replies that no earlier poll returned.
 *
 * @param replies all that the service lists for one mailing, in any order, some perhaps twice
 * @param snapshot of the poll before; undefined if the mailing is read for the first time
 */
export function newReplies(replies: IDataObject[], snapshot = ''): ReplyDiff {
	const seen = decodeReplies(snapshot);
	const listed = new Map(replies.map((reply) => [replyId(reply), reply]));
	const watermark = seen.recent.length > RECENT ? seen.recent[0] : -1;
	const known = new Set<number | string>([...seen.recent, ...seen.texts]);
	const numbers: number[] = [];
	const texts: string[] = [];
	for (const id of listed.keys()) {
		if (!isNumeric(id)) {
			if (!known.has(id)) texts.push(id);
		} else if (Number(id) > watermark && !known.has(Number(id))) numbers.push(Number(id));
	}
	numbers.sort((a, b) => a - b);
	const recent = [...seen.recent, ...numbers].sort((a, b) => a - b).slice(-RECENT - 1);
	const gone = seen.texts.filter((id) => !listed.has(id)).slice(-RECENT);
	const stillListed = seen.texts.filter((id) => listed.has(id));
	const ids = [...numbers.map(String), ...texts];
	return {
		newReplies: ids.map((id) => listed.get(id) as IDataObject),
		listedIds: listed.keys(),
		snapshot: encodeReplies({ recent, texts: [...gone, ...stillListed, ...texts] }),
	};
}
