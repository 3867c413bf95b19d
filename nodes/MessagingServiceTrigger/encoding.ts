import type { IDataObject } from 'n8n-workflow';
import { toTextWithObjectPlaceholder } from '../shared/values/json';

/**
 * Maps the key of a recipient to a symbol of the status table, e.g. `A`. A phone that got several SMS has
 * several symbols in the order of sending, e.g. `AB`.
 */
export type SymbolsByKey = Map<number, string>;

/** Keys of all replies that any poll has read. */
type ReplyKeys = Set<number>;

/** Keys below this number are numeric IDs. All other keys are hashes. */
export const LOWEST_HASH_KEY = 2 ** 52;

/** Hashes a text to a number below 2^52. Two texts collide with a probability of 2^-52. */
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

/** Returns a numeric ID below 10^15 as a number, and a hash of any other ID. */
export const toNumericKey = (id: string): number =>
	/^(0|[1-9]\d{0,14})$/.test(id) ? Number(id) : LOWEST_HASH_KEY + hash52(id);

export const fingerprint = (...values: unknown[]): string =>
	hash52(JSON.stringify(values)).toString(36);

/** Objects cannot be IDs, because all objects have the same text, `[object Object]`. */
export const canBeId = (value: unknown): boolean =>
	value !== '' && ['string', 'number', 'boolean'].includes(typeof value);

/** Converts an ID to a number if that changes no digit. Other IDs stay text. */
export const toNumberIfExact = (id: string): number | string =>
	/^(0|[1-9]\d{0,15})$/.test(id) && Number.isSafeInteger(Number(id)) ? Number(id) : id;

/** Symbols of the first 26 statuses. Later symbols are base-36 indexes in parentheses, e.g. `(14)`. */
const SYMBOL_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export const symbolOfIndex = (index: number): string =>
	SYMBOL_LETTERS[index] ?? `(${index.toString(36)})`;

export const indexOfSymbol = (symbol: string): number =>
	symbol.startsWith('(') ? parseInt(symbol.slice(1), 36) : SYMBOL_LETTERS.indexOf(symbol);

export const splitSymbols = (symbols: string): string[] =>
	symbols.length === 1 ? [symbols] : (symbols.match(/\w|\(\w+\)/g) ?? []);

/**
 * Encodes statuses as text: for each recipient the gap to the previous key in base 36 (omitted if the gap is 1),
 * then a symbol. Example: the keys 7001, 7002 and 7010 with the statuses 0, 1 and 40 become `5ehAB8(14)`.
 */
export const encodeSymbolsByKey = (statuses: SymbolsByKey): string =>
	encodeKeys(statuses.keys(), (key) => {
		const symbols = statuses.get(key) ?? '';
		// Two symbols of one recipient have the same key, so the gap is 0.
		return symbols.length === 1 ? symbols : splitSymbols(symbols).join('0');
	});

/** Reverses `encodeSymbolsByKey`. @throws Error if the text is damaged */
export function decodeSymbolsByKey(text: string, statusCount: number): SymbolsByKey {
	const statuses: SymbolsByKey = new Map();
	forEachSymbol(text, statusCount, (key, symbol) =>
		statuses.set(key, (statuses.get(key) ?? '') + symbol),
	);
	return statuses;
}

/** Calls `callback` for each symbol in a text of `encodeSymbolsByKey`. @throws Error if the text is damaged */
export function forEachSymbol(
	text: string,
	statusCount: number,
	callback: (key: number, symbol: string) => void,
): void {
	forEachKey(text, (key, start) => {
		const end = text[start] === '(' ? text.indexOf(')', start) + 1 : start + 1;
		const symbol = text.slice(start, end);
		const index = indexOfSymbol(symbol);
		callback(key, symbol);
		return index < statusCount && symbolOfIndex(index) === symbol ? end : start;
	});
}

/** Encodes keys as text: 7001, 7002 and 7010 become `5eh..8.`. */
export const encodeReplyKeys = (keys: ReplyKeys): string => encodeKeys(keys, () => '.');

/** Reverses `encodeReplyKeys`. @throws Error if the text is damaged */
export function decodeReplyKeys(text: string): ReplyKeys {
	const keys: ReplyKeys = new Set();
	forEachKey(text, (key, start) => {
		keys.add(key);
		return text[start] === '.' ? start + 1 : start;
	});
	return keys;
}

/**
 * Encodes each key, in ascending order, as the base-36 gap to the previous key and a symbol.
 *
 * @param keys whole numbers below 2^53, in any order
 * @param symbolOf returns a text that does not start with a base-36 digit (0–9, a–z)
 */
function encodeKeys(keys: Iterable<number>, symbolOf: (key: number) => string): string {
	const sorted = new Float64Array([...keys]).sort();
	const parts = Array.from(sorted, (key, at) => {
		const gap = at === 0 ? key : key - sorted[at - 1];
		return (gap === 1 ? '' : gap.toString(36)) + symbolOf(key);
	});
	return parts.join('');
}

const BASE_36_DIGIT_VALUES = new Uint8Array(128).fill(36);
for (let digitValue = 0; digitValue < 36; digitValue++)
	BASE_36_DIGIT_VALUES[digitValue.toString(36).charCodeAt(0)] = digitValue;

/**
 * Calls `callback` for each key in a text of `encodeKeys`.
 *
 * @param callback gets a key and the start of its symbol in the text; returns the end of the symbol, or the
 *   start if the symbol is invalid
 * @throws Error if the text is damaged
 */
function forEachKey(text: string, callback: (key: number, symbolStart: number) => number): void {
	let key = 0;
	for (let at = 0; at < text.length; ) {
		const start = at;
		let gap = 0;
		for (let digit; (digit = BASE_36_DIGIT_VALUES[text.charCodeAt(at)]) < 36; at++)
			gap = gap * 36 + digit;
		key += at === start ? 1 : gap;
		const symbolStart = at;
		at = callback(key, symbolStart);
		// Without this check, the loop would never end on a truncated text.
		if (at <= symbolStart || key > Number.MAX_SAFE_INTEGER)
			throw new Error('The keys are damaged');
	}
}

const ERROR_CODE_SEPARATOR = '\t';

/** Formats a status for the status table, followed by the error code unless the code is 0. */
export function joinStatusAndCode({ status, error_code }: IDataObject): string {
	const word = toTextWithObjectPlaceholder(status ?? '');
	const code = error_code ?? 0;
	const hasCode = typeof code === 'object' || Number(code) !== 0;
	if (!hasCode && !word.includes(ERROR_CODE_SEPARATOR)) return word;
	return (
		word +
		ERROR_CODE_SEPARATOR +
		(hasCode ? toTextWithObjectPlaceholder(code).replaceAll(ERROR_CODE_SEPARATOR, ' ') : '')
	);
}

export function removeErrorCode(text: string): string {
	const end = text.lastIndexOf(ERROR_CODE_SEPARATOR);
	return end < 0 ? text : text.slice(0, end);
}
