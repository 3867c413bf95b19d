import type { IDataObject } from 'n8n-workflow';
import { fingerprint, isId } from '../state/fingerprint';
import { ascending, fromBase36, isNumeric, packIds, unpackIds } from '../state/ids';

/**
 * The service lists a reply until it is marked as read, so "new" means: not given out before. What
 * was given out is remembered per mailing, in constant space:
 *
 * - Ids are given at arrival, so nearly all new ones are higher than all before. But two replies of
 *   one moment may become visible in the wrong order, so a mark alone would lose the lower one.
 * - Hence the last RECENT ids are remembered one by one, and only what is below them counts as
 *   given out unseen. A reply is lost only if RECENT later ones to its mailing overtook it.
 * - Ids that are not numbers have no order. They are remembered one by one as long as they are
 *   listed, and RECENT of those that are not: a list may once be incomplete.
 */
const RECENT = 256;

interface Seen {
	/** Everything up to here was given out. */
	floor: bigint;
	recent: Set<bigint>;
	others: string[];
}

export interface Replies {
	/** By id, so in the order of arrival. */
	fresh: IDataObject[];
	/** What to remember of the mailing. */
	memory: string;
	/** Ids of all that are listed. */
	listed: Iterable<string>;
}

/** A reply without an id of one value is known by all that it says. */
export const replyId = (reply: IDataObject): string =>
	isId(reply.id) ? String(reply.id) : `#${fingerprint(Object.entries(reply).sort(byKey))}`;

const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/**
 * Finds the replies that were not given out before.
 *
 * @param replies all that the service lists for one mailing, in any order, perhaps some twice
 * @param memory of the poll before; undefined when the mailing is seen for the first time
 */
export function freshReplies(replies: IDataObject[], memory: string | undefined): Replies {
	const seen = unpack(memory ?? '');
	const listed = new Map(replies.map((reply) => [replyId(reply), reply]));
	const numbers: bigint[] = [];
	const texts: string[] = [];
	for (const id of listed.keys()) {
		if (!isNumeric(id)) {
			if (!seen.others.includes(id)) texts.push(id);
		} else {
			const number = BigInt(id);
			if (number > seen.floor && !seen.recent.has(number)) numbers.push(number);
		}
	}
	numbers.sort(ascending);
	const gone = seen.others.filter((id) => !listed.has(id)).slice(-RECENT);
	const others = [...gone, ...seen.others.filter((id) => listed.has(id)), ...texts];
	const all = [...seen.recent, ...numbers].sort(ascending);
	const recent = all.slice(-RECENT);
	const floor = all.length > RECENT ? all[all.length - RECENT - 1] : seen.floor;
	return {
		fresh: [...numbers.map(String), ...texts].map((id) => listed.get(id) as IDataObject),
		listed: listed.keys(),
		memory: pack({ floor, recent: new Set(recent), others }),
	};
}

function pack({ floor, recent, others }: Seen): string {
	if (recent.size === 0 && others.length === 0) return '';
	const parts = [floor < 0n ? '' : floor.toString(36), packIds([...recent])];
	if (others.length > 0) parts.push(JSON.stringify(others));
	return parts.join('|');
}

function unpack(memory: string): Seen {
	const [, floor, recent, others] = /^(\w*)\|([^|]*)\|?(.*)$/s.exec(memory) ?? [];
	return {
		// Ids start at 1; 0 itself would be a new one.
		floor: floor ? fromBase36(floor) : -1n,
		recent: new Set(unpackIds(recent ?? '')),
		others: others ? (JSON.parse(others) as string[]) : [],
	};
}
