import { decodeIds, encodeIds } from './ids';

/** The replies to a mailing that polls have returned, as text: 7001, 7002 and 7010 are `5eh..8.`. */
export const encodeReplies = (keys: Iterable<number>): string =>
	encodeIds(Float64Array.from(keys).sort(), () => '.');

/** The reverse of `encodeReplies`. @throws Error if the text is damaged */
export function decodeReplies(text: string): Set<number> {
	const keys = new Set<number>();
	decodeIds(text, (key, mark) => {
		keys.add(key);
		return text[mark] === '.' ? mark + 1 : mark;
	});
	return keys;
}
