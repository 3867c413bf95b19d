import { toText } from '../../shared/values/json';
import type { IDataObject } from 'n8n-workflow';

/** Recipients and their statuses, in arrays of numbers because there may be 100,000. */
export interface Statuses {
	/** Whole numbers below 2^53, ascending, some perhaps several times. */
	ids: Float64Array;
	/** Of each recipient the index of its status in the state's table. */
	statuses: Uint32Array;
}

/** Marks of the first statuses in the table. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The statuses of a mailing's recipients as text: of each the gap to the id before in base 36, which
 * is left out if it is 1, and its status as a letter. Statuses after the 26th are numbers in
 * parentheses, in base 36: ids 7001, 7002 and 7010 with the statuses 0, 1 and 40 are `5ehAB8(14)`.
 */
export const encodeStatuses = ({ ids, statuses }: Statuses): string =>
	encodeIds(ids, (at) => LETTERS[statuses[at]] ?? `(${statuses[at].toString(36)})`);

/**
 * The reverse of `encodeStatuses`.
 *
 * @param known how many statuses the table has
 * @throws Error if the text is damaged
 */
export function decodeStatuses(text: string, known: number): Statuses {
	// Each recipient has one character or more.
	const ids = new Float64Array(text.length);
	const statuses = new Uint32Array(text.length);
	let count = 0;
	decodeIds(text, (id, mark) => {
		const letter = LETTERS.indexOf(text[mark]);
		const end = letter < 0 ? text.indexOf(')', mark) : mark;
		const status = letter < 0 ? parseInt(text.slice(mark + 1, end), 36) : letter;
		ids[count] = id;
		statuses[count++] = status;
		return status >= 0 && status < known ? end + 1 : mark;
	});
	return { ids: ids.slice(0, count), statuses: statuses.slice(0, count) };
}

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

/** Whole numbers that JavaScript holds exactly. Other ids stay texts. */
const isNumeric = (id: string): boolean =>
	/^(0|[1-9]\d{0,15})$/.test(id) && Number.isSafeInteger(Number(id));

/** An id as the number that it is, for items and requests. */
export const asNumber = (id: string): number | string => (isNumeric(id) ? Number(id) : id);

const DIGITS = new Uint8Array(128).fill(36);
for (let digit = 0; digit < 36; digit++) DIGITS[digit.toString(36).charCodeAt(0)] = digit;

/**
 * Ids as text: of each the gap to the id before in base 36, which is left out if it is 1, and a mark
 * of at least one character. `7001, 7002, 7010` with the mark `,` is `5eh,,8,`.
 *
 * @param ids whole numbers below 2^53, ascending, some perhaps several times with the gap 0
 * @param markOf a text that starts with no digit and no character from a to z
 */
export function encodeIds(ids: ArrayLike<number>, markOf: (at: number) => string): string {
	const parts = new Array<string>(ids.length);
	let last = 0;
	for (let at = 0; at < ids.length; at++) {
		const gap = ids[at] - last;
		parts[at] = (gap === 1 ? '' : gap.toString(36)) + markOf(at);
		last = ids[at];
	}
	return parts.join('');
}

/**
 * The reverse of `encodeIds`.
 *
 * @param take gets each id and where its mark starts; returns where the mark ends, and the place where it
 *   starts or one before it if there is none
 * @throws Error if the text is not what `encodeIds` returns
 */
export function decodeIds(text: string, take: (id: number, mark: number) => number): void {
	let id = 0;
	for (let at = 0; at < text.length; ) {
		const start = at;
		let gap = 0;
		for (let digit; (digit = DIGITS[text.charCodeAt(at)]) < 36; at++) gap = gap * 36 + digit;
		id += at === start ? 1 : gap;
		const mark = at;
		at = take(id, mark);
		// Without this, a text that was cut would be read without end.
		if (at <= mark || id > Number.MAX_SAFE_INTEGER) throw new Error('The ids are damaged');
	}
}

/** Stands between a status and its error code. */
const SEPARATOR = '\t';

/** A recipient's status as the state's table has it: with the error code behind it, unless that is 0. */
export function statusText({ status, error_code }: IDataObject): string {
	const word = toText(status ?? '');
	const given = error_code ?? 0;
	const hasCode = typeof given === 'object' || Number(given) !== 0;
	if (!hasCode && !word.includes(SEPARATOR)) return word;
	const code = hasCode ? toText(error_code).replaceAll(SEPARATOR, ' ') : '';
	return word + SEPARATOR + code;
}

export function statusIn(text: string): string {
	const end = text.lastIndexOf(SEPARATOR);
	return end < 0 ? text : text.slice(0, end);
}
