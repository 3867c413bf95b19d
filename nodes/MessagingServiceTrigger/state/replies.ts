import { decodeIds, encodeIds } from './ids';

/** Ids of the replies to a mailing that polls have returned. */
export interface SeenReplies {
	/** Ascending. */
	recent: number[];
	/** Ids that are not numbers. */
	texts: string[];
}

/** The ids, and behind them those that are not numbers as JSON. */
export const encodeReplies = ({ recent, texts }: SeenReplies): string =>
	encodeIds(recent, () => ',') + (texts.length > 0 ? JSON.stringify(texts) : '');

/**
 * The reverse of `encodeReplies`.
 *
 * @throws Error if the text is damaged
 */
export function decodeReplies(text: string): SeenReplies {
	const end = text.includes('[') ? text.indexOf('[') : text.length;
	const recent: number[] = [];
	decodeIds(text.slice(0, end), (id, mark) => {
		recent.push(id);
		return text[mark] === ',' ? mark + 1 : mark;
	});
	const texts = JSON.parse(text.slice(end) || '[]') as unknown[];
	return { recent, texts: texts.map(String) };
}
