import type { ResponseShape } from '../api/responseShapes';

/** How large a response is. `values` counts rows too. */
export interface Size {
	bytes: number;
	/** Objects and lists: those of a response about recipients are its recipients. */
	rows: number;
	/** What JSON.parse makes of it, which takes more memory than the bytes do: `{}` takes 30 times as much. */
	values: number;
	/** Different keys of objects. JSON.parse takes as long for a new one as for ten values. */
	keys: number;
}

/** The pages of one list that were read so far, together. Undefined before the first one. */
export interface PagesRead {
	size?: SizeCounter;
}

const MEGABYTE = 1024 * 1024;
/** The response about one message or mailing: documented ones have less than a hundredth of this. */
const RECORD: Size = { bytes: MEGABYTE, rows: 50_000, values: 50_000, keys: 50_000 };
/**
 * A list, with all of its pages. A million recipients take up to 150 MB and six million values, and
 * JavaScript has no string of more than 512 MB. Records have some twenty different keys, but a service may
 * write a list of 100,000 recipients as a map of its indexes.
 */
export const LIST: Size = {
	bytes: 256 * MEGABYTE,
	rows: 2_000_000,
	values: 10_000_000,
	keys: 150_000,
};

/** Nothing is parsed of a web page. */
const WEB_PAGE: Size = { bytes: MEGABYTE, rows: Infinity, values: Infinity, keys: Infinity };

/** What a response may have at most. An error response or a web page is no list. */
export function limitsOf(status: number, { expects }: ResponseShape, firstByte: number): Size {
	if (firstByte === LESS_THAN) return WEB_PAGE;
	return status >= 200 && status <= 299 && expects === 'list' ? LIST : RECORD;
}

const [QUOTE, BACKSLASH, COMMA, COLON, SQUARE, CURLY, LESS_THAN] = [...Buffer.from('"\\,:[{<')];

/** Of the hash FNV-1a. It begins anew in each process, so that no service can choose keys of the same hash. */
const PRIME = 16_777_619;
const START = Math.floor(Math.random() * 2 ** 32);

/**
 * Counts a response while its bytes arrive, before anything is made of them: each comma and each opening
 * bracket outside of strings begins a value, and a string before a colon is a key. It takes about half
 * of the time of JSON.parse.
 */
export class SizeCounter implements Size {
	bytes = 0;
	rows = 0;
	values = 0;
	/** Whether earlier pages are counted too. */
	readonly isSum: boolean;
	/** Hashes of the keys. */
	private readonly hashes: Set<number>;
	/** Hash of the string that was read last. */
	private hash = START;
	private isInString = false;
	/** Whether the next byte belongs to a backslash. */
	private isEscaped = false;

	/** @param before the earlier pages of the same list */
	constructor(before?: SizeCounter) {
		this.isSum = before !== undefined;
		this.hashes = before?.hashes ?? new Set();
		if (before) ({ bytes: this.bytes, rows: this.rows, values: this.values } = before);
	}

	get keys(): number {
		return this.hashes.size;
	}

	add(chunk: Uint8Array): void {
		const { length } = chunk;
		let commas = 0;
		let openers = 0;
		for (let at = this.isInString ? this.endOfString(chunk, 0) : 0; at < length; at++) {
			const byte = chunk[at];
			if (byte === QUOTE) {
				this.hash = START;
				at = this.endOfString(chunk, at + 1) - 1;
			} else if (byte === COMMA) commas++;
			else if (byte === COLON) this.hashes.add(this.hash);
			else if (byte === SQUARE || byte === CURLY) openers++;
		}
		this.bytes += length;
		this.rows += openers;
		this.values += openers + commas;
	}

	/** Place after the end of a string, or beyond the chunk if the string goes on in the next one. */
	private endOfString(chunk: Uint8Array, from: number): number {
		const { length } = chunk;
		let { hash, isEscaped } = this;
		let at = from;
		for (; at < length; at++) {
			const byte = chunk[at];
			if (isEscaped) isEscaped = false;
			else if (byte === QUOTE) break;
			else isEscaped = byte === BACKSLASH;
			hash = Math.imul(hash ^ byte, PRIME);
		}
		this.hash = hash;
		this.isEscaped = isEscaped;
		this.isInString = at >= length;
		return at + 1;
	}

	/** What there is too much of, e.g. `has more than 50,000 values`. Undefined within the limits. */
	excess(limits: Size): string | undefined {
		if (this.bytes > limits.bytes) return `is larger than ${limits.bytes / MEGABYTE} MB`;
		const many = (['rows', 'values', 'keys'] as const).find((one) => this[one] > limits[one]);
		if (!many) return undefined;
		const what = many === 'keys' ? 'different keys' : many;
		return `has more than ${limits[many].toLocaleString('en')} ${what}`;
	}
}
