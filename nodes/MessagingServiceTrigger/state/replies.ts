import { keyOf } from './fingerprint';
import { decodeIds, encodeIds } from './ids';

/** The replies to a mailing that polls have returned. */
export interface SeenReplies {
	/** As `keyOf` returns them. */
	keys: number[];
	/** Ids up to this number were returned too; -1 for none. Only version 0.1.0 left them out. */
	upTo: number;
}

/** What version 0.1.0 kept of ids that are numbers, without those that it left out. */
const KEPT = 256;

/** The keys as text: 7001, 7002 and 7010 are `5eh..8.`. */
export const encodeReplies = (keys: Iterable<number>): string =>
	encodeIds(Float64Array.from(keys).sort(), () => '.');

/**
 * The reverse of `encodeReplies`. It also reads what version 0.1.0 wrote: the last ids with a comma for
 * each, and behind them those that are not numbers as JSON.
 *
 * @throws Error if the text is damaged
 */
export function decodeReplies(text: string): SeenReplies {
	const end = text.includes('[') ? text.indexOf('[') : text.length;
	const ids: number[] = [];
	decodeIds(text.slice(0, end), (id, mark) => {
		ids.push(id);
		return text[mark] === '.' || text[mark] === ',' ? mark + 1 : mark;
	});
	const texts = JSON.parse(text.slice(end) || '[]') as unknown[];
	if (!/[,[]/.test(text)) return { keys: ids, upTo: -1 };
	const keys = [...ids, ...texts].map((id) => keyOf(String(id)));
	return { keys, upTo: ids.length > KEPT ? ids[0] : -1 };
}
