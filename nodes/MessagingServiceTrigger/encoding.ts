import type { IDataObject } from 'n8n-workflow';
import { toText } from '../shared/values/json';

/**
 * The statuses of a mailing's recipients, each as its index in the state's table. A phone has several if an
 * SMS was sent to it several times, in the order of sending.
 */
export type Statuses = Map<number, number[]>;

/** The keys of the replies to a mailing that polls have returned. */
export type ReplyKeys = Set<number>;

/** Keys below are IDs that are numbers, keys from here on are hashes of other IDs. */
export const HASH_OFFSET = 2 ** 52;

/** A number below 2^52. Two texts have the same one with a probability of 1 : 4 · 10^15. */
export function hash52(text: string): number {
	let high = 0xdeadbeef;
	let low = 0x41c6ce57;
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		high = Math.imul(high ^ code, 2654435761);
		low = Math.imul(low ^ code, 1597334677);
	}
	high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
	low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
	return (low >>> 0) * 2 ** 20 + (high >>> 12);
}

/** The number that identifies an ID: itself if it is below 10^15, else a hash above all of those. */
export const keyOf = (id: string): number =>
	/^(0|[1-9]\d{0,14})$/.test(id) ? Number(id) : HASH_OFFSET + hash52(id);

/** A short text that is the same for the same values. */
export const fingerprint = (...values: unknown[]): string =>
	hash52(JSON.stringify(values)).toString(36);

/** Whether a value can identify an entry: objects cannot, because all have the same text. */
export const isId = (value: unknown): boolean =>
	value !== '' && /^(string|number|boolean)$/.test(typeof value);

/** An ID as the number that it is, for items and requests. Other IDs stay texts. */
export const asNumber = (id: string): number | string =>
	/^(0|[1-9]\d{0,15})$/.test(id) && Number.isSafeInteger(Number(id)) ? Number(id) : id;

/** Marks of the first statuses in the table. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const markOf = (status: number): string => LETTERS[status] ?? `(${status.toString(36)})`;

/**
 * Statuses as text: of each recipient the gap to the key before in base 36, which is left out if it is 1, and
 * its status as a letter. Statuses after the 26th are numbers in parentheses, in base 36: the keys 7001, 7002
 * and 7010 with the statuses 0, 1 and 40 are `5ehAB8(14)`.
 */
export const encodeStatuses = (known: Statuses): string =>
	encodeKeys(known.keys(), (key) => known.get(key)?.map(markOf) ?? []);

/** The reverse of `encodeStatuses`. @throws Error if the text is damaged */
export function decodeStatuses(text: string, count: number): Statuses {
	const known: Statuses = new Map();
	readStatuses(text, count, (key, status) => {
		const earlier = known.get(key);
		if (earlier) earlier.push(status);
		else known.set(key, [status]);
	});
	return known;
}

/**
 * Reads a text of `encodeStatuses`.
 *
 * @param count number of statuses in the table
 * @param take gets each key with its status
 * @throws Error if the text is damaged
 */
export function readStatuses(
	text: string,
	count: number,
	take: (key: number, status: number) => void,
): void {
	decodeKeys(text, (key, mark) => {
		const letter = LETTERS.indexOf(text[mark]);
		const end = letter < 0 ? text.indexOf(')', mark) : mark;
		const status = letter < 0 ? parseInt(text.slice(mark + 1, end), 36) : letter;
		take(key, status);
		return status >= 0 && status < count ? end + 1 : mark;
	});
}

/** The keys of replies as text: 7001, 7002 and 7010 are `5eh..8.`. */
export const encodeReplies = (keys: ReplyKeys): string => encodeKeys(keys, () => ['.']);

/** The reverse of `encodeReplies`. @throws Error if the text is damaged */
export function decodeReplies(text: string): ReplyKeys {
	const keys: ReplyKeys = new Set();
	decodeKeys(text, (key, mark) => {
		keys.add(key);
		return text[mark] === '.' ? mark + 1 : mark;
	});
	return keys;
}

/**
 * Ascending keys as gaps in base 36, each with its marks.
 *
 * @param keys whole numbers below 2^53, in any order
 * @param marksOf texts that start with no digit and no letter from a to z
 */
function encodeKeys(keys: Iterable<number>, marksOf: (key: number) => string[]): string {
	const parts: string[] = [];
	let last = 0;
	for (const key of Float64Array.from(keys).sort()) {
		for (const mark of marksOf(key)) {
			const gap = key - last;
			parts.push(gap === 1 ? mark : gap.toString(36) + mark);
			last = key;
		}
	}
	return parts.join('');
}

const DIGITS = new Uint8Array(128).fill(36);
for (let digit = 0; digit < 36; digit++) DIGITS[digit.toString(36).charCodeAt(0)] = digit;

/**
 * The reverse of `encodeKeys`.
 *
 * @param take gets each key and where its mark starts; returns where the mark ends, or where it starts if
 *   there is none
 * @throws Error if the text is damaged
 */
function decodeKeys(text: string, take: (key: number, mark: number) => number): void {
	let key = 0;
	for (let at = 0; at < text.length; ) {
		const start = at;
		let gap = 0;
		for (let digit; (digit = DIGITS[text.charCodeAt(at)]) < 36; at++) gap = gap * 36 + digit;
		key += at === start ? 1 : gap;
		const mark = at;
		at = take(key, mark);
		// Without this, a text that was cut would be read without end.
		if (at <= mark || key > Number.MAX_SAFE_INTEGER) throw new Error('The keys are damaged');
	}
}

/** Stands between a status and its error code. */
const SEPARATOR = '\t';

/** A recipient's status as the state's table has it: with the error code behind it, unless that is 0. */
export function statusText({ status, error_code }: IDataObject): string {
	const word = toText(status ?? '');
	const code = error_code ?? 0;
	const hasCode = typeof code === 'object' || Number(code) !== 0;
	if (!hasCode && !word.includes(SEPARATOR)) return word;
	return word + SEPARATOR + (hasCode ? toText(code).replaceAll(SEPARATOR, ' ') : '');
}

export function statusIn(text: string): string {
	const end = text.lastIndexOf(SEPARATOR);
	return end < 0 ? text : text.slice(0, end);
}
