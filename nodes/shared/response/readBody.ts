import type { Endpoint } from '../api/endpoint';

export interface BodyText {
	text: string;
	/** The end of a sentence about the response, e.g. `has more than 200 levels`. If set, `text` is empty. */
	unreadableReason?: string;
}

interface ArrivingBody {
	chunks: AsyncIterable<Uint8Array>;
	status: number;
	contentType?: unknown;
}

/** The total size of all pages of a list so far. */
export interface ListSizeSoFar {
	bytes: number;
	values: number;
}

interface BodyLimits {
	bytes: number;
	/**
	 * Max values. A limit of bytes is not enough, because a parsed value such as `{}` takes 30 times the memory
	 * of its bytes.
	 */
	values: number;
	/**
	 * Max different keys, because `JSON.parse` needs as long for one new key as for ten values, and ten million
	 * different keys crash n8n.
	 */
	keys: number;
}

const MEGABYTE = 1024 * 1024;
/** Limits of a response about one message or mailing: a hundred times the size of documented responses. */
const RECORD_LIMITS: BodyLimits = { bytes: MEGABYTE, values: 50_000, keys: 10_000 };
/**
 * Limits of a list. Reading a list with the maximum number of values, e.g. 10,000 mailings with 15 values each,
 * blocks n8n for less than a second.
 */
const LIST_LIMITS: BodyLimits = { bytes: 10 * MEGABYTE, values: 150_000, keys: 20_000 };
/**
 * Limits of a list of recipients. A million recipients take up to 150 MB and ten million values. PHP may write
 * 100,000 recipients as a map with 100,000 keys.
 */
const RECIPIENT_LIST_LIMITS: BodyLimits = {
	bytes: 200 * MEGABYTE,
	values: 10_000_000,
	keys: 150_000,
};
const WEB_PAGE_LIMITS: BodyLimits = { bytes: MEGABYTE, values: Infinity, keys: Infinity };
/** n8n can neither show nor save JSON that is nested deeper than its call stack. */
const MAX_NESTING_LEVELS = 200;

/**
 * Returns the limits of a response. An error has the limits of a record, even if the endpoint returns a list.
 */
function chooseLimits(
	status: number,
	{ response, statusIsOf }: Pick<Endpoint, 'response' | 'statusIsOf'>,
	firstByte: number,
): BodyLimits {
	if (firstByte === LESS_THAN) return WEB_PAGE_LIMITS;
	if (status < 200 || status > 299 || response.expectedData !== 'list') return RECORD_LIMITS;
	return statusIsOf === 'recipient' ? RECIPIENT_LIST_LIMITS : LIST_LIMITS;
}

/**
 * Stops as soon as the body exceeds the limits: the rest is neither downloaded nor kept in memory.
 *
 * @param totals the total size of the earlier pages of the list; the size of this page is added to the total
 * @throws the error of the connection, if the connection is lost before the body ends
 */
export async function readBody(
	{ chunks, status, contentType }: ArrivingBody,
	endpoint: Pick<Endpoint, 'response' | 'statusIsOf'>,
	totals: ListSizeSoFar = { bytes: 0, values: 0 },
): Promise<BodyText> {
	const received: Uint8Array[] = [];
	const size = new JsonSizeMeter();
	let limits = RECORD_LIMITS;
	for await (const chunk of chunks) {
		if (received.length === 0) {
			limits = chooseLimits(status, endpoint, chunk[0]);
			if (areListLimits(limits)) Object.assign(size, totals);
		}
		received.push(chunk);
		size.add(chunk);
		const excess = size.describeExcess(limits);
		const hasPages = areListLimits(limits) && totals.bytes > 0;
		// Leaving the loop destroys the stream and closes the connection.
		if (excess) {
			const scope = hasPages
				? ', including the earlier pages'
				: ' and was not read completely';
			return { text: '', unreadableReason: excess + scope };
		}
	}
	if (areListLimits(limits)) Object.assign(totals, { bytes: size.bytes, values: size.values });
	return decodeBody(Buffer.concat(received), contentType);
}

const areListLimits = (limits: BodyLimits): boolean =>
	limits === LIST_LIMITS || limits === RECIPIENT_LIST_LIMITS;

const [
	QUOTE,
	BACKSLASH,
	COMMA,
	COLON,
	OPEN_LIST,
	OPEN_OBJECT,
	CLOSE_LIST,
	CLOSE_OBJECT,
	LESS_THAN,
] = Buffer.from('"\\,:[{]}<');

/** An object or a list takes as much memory as this number of simple values. */
const VALUES_PER_OBJECT = 4;

/**
 * Constants of the hash function FNV-1a. The start is random, so that a service cannot choose keys that
 * collide.
 */
const HASH_PRIME = 16_777_619;
const HASH_START = Math.floor(Math.random() * 2 ** 32);

/**
 * Measures JSON while its bytes arrive, before it is parsed. Outside strings, a comma begins a value, an
 * opening bracket begins an object or a list, and a colon ends a key.
 */
class JsonSizeMeter {
	bytes = 0;
	values = 0;
	private levels = 0;
	private level = 0;
	private readonly keys = new Set<number>();
	private hash = HASH_START;
	private isInString = false;
	private isEscaped = false;

	add(chunk: Uint8Array): void {
		let { values, levels, level, hash, isInString, isEscaped } = this;
		for (let at = 0; at < chunk.length; at++) {
			const byte = chunk[at];
			if (isInString && (isEscaped || byte !== QUOTE)) {
				isEscaped = !isEscaped && byte === BACKSLASH;
				hash = Math.imul(hash ^ byte, HASH_PRIME);
			} else if (byte === QUOTE) {
				isInString = !isInString;
				if (isInString) hash = HASH_START;
			} else if (byte === COMMA) values++;
			else if (byte === COLON) this.keys.add(hash);
			else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
				values += VALUES_PER_OBJECT;
				levels = Math.max(levels, ++level);
			} else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level--;
		}
		this.bytes += chunk.length;
		Object.assign(this, { values, levels, level, hash, isInString, isEscaped });
	}

	/** Returns e.g. `has more than 50,000 values`, or undefined within the limits. */
	describeExcess({ bytes, values, keys }: BodyLimits): string | undefined {
		if (this.bytes > bytes) return `is larger than ${bytes / MEGABYTE} MB`;
		const moreThan = (count: number, what: string) =>
			`has more than ${count.toLocaleString('en')} ${what}`;
		if (this.values > values) return moreThan(values, 'values');
		if (this.keys.size > keys) return moreThan(keys, 'different keys');
		const isJson = keys < Infinity;
		return isJson && this.levels > MAX_NESTING_LEVELS
			? moreThan(MAX_NESTING_LEVELS, 'levels')
			: undefined;
	}
}

/** Rejects character sets other than UTF-8 and ASCII. */
function decodeBody(bytes: Buffer, contentType: unknown): BodyText {
	const [, charset = 'utf-8'] =
		/;\s*charset\s*=\s*["']?([^\s;,"']+)/i.exec(String(contentType)) ?? [];
	if (/^(utf-?8|(us-)?ascii)$/i.test(charset)) return { text: new TextDecoder().decode(bytes) };
	return { text: '', unreadableReason: `has the character set "${charset}" instead of UTF-8` };
}
