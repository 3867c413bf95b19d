import type { ResponseShape } from '../api/responseShapes';

const MEGABYTE = 1024 * 1024;
/** The response about one message or mailing: documented ones have less than a thousandth of this. */
const RECORD_BYTES = 16 * MEGABYTE;
/**
 * A list that the service does not page. A million recipients take up to 150 MB, and JavaScript has
 * no string of more than 512 MB.
 */
const LIST_BYTES = 256 * MEGABYTE;

const WEB_PAGE = '<'.charCodeAt(0);

/** Most bytes of a response that are read. An error response or a web page is no list. */
const maxBytes = (status: number, { expects }: ResponseShape, firstByte: number): number =>
	status >= 200 && status <= 299 && expects === 'list' && firstByte !== WEB_PAGE
		? LIST_BYTES
		: RECORD_BYTES;

export interface BodyText {
	text: string;
	/** The limit in megabytes, if the body is larger. Its text is empty then. */
	exceededMegabytes?: number;
	/** The character set, if it is not known. The text is empty then. */
	unknownCharset?: string;
}

/**
 * Reads the body of a response. Stops as soon as it is larger than any response to this operation:
 * the rest is not downloaded, and nothing of it stays in memory.
 *
 * @param body a stream of bytes; n8n passes something else if it made the response itself
 * @param contentType the header, which may name a character set
 * @throws the error of the connection, if it ends before the body does
 */
export async function readBody(
	body: unknown,
	status: number,
	shape: ResponseShape,
	contentType?: unknown,
): Promise<BodyText> {
	if (typeof body === 'string') return { text: body };
	if (!isStream(body)) return { text: body === undefined ? '' : JSON.stringify(body) };
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	let limit = 0;
	for await (const chunk of body) {
		limit ||= maxBytes(status, shape, chunk[0]);
		bytes += chunk.length;
		// Leaving the loop destroys the stream, and the connection with it.
		if (bytes > limit) return { text: '', exceededMegabytes: limit / MEGABYTE };
		chunks.push(chunk);
	}
	return decode(Buffer.concat(chunks, bytes), contentType);
}

/** The text of a body; without a character set it is UTF-8. */
function decode(bytes: Buffer, contentType: unknown): BodyText {
	const [, named = 'utf-8'] =
		/;\s*charset\s*=\s*["']?([^\s;,"']+)/i.exec(String(contentType)) ?? [];
	const charset = MARKS[bytes.toString('hex', 0, 2)] ?? named;
	try {
		return { text: new TextDecoder(charset).decode(bytes) };
	} catch {
		return { text: '', unknownCharset: charset };
	}
}

/** The byte-order marks of two bytes. They count more than the header. */
const MARKS: Record<string, string> = { fffe: 'utf-16le', feff: 'utf-16be', efbb: 'utf-8' };

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
