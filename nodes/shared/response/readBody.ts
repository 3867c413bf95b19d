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
}

/**
 * Reads the body of a response. Stops as soon as it is larger than any response to this operation:
 * the rest is not downloaded, and nothing of it stays in memory.
 *
 * @param body a stream of bytes; n8n passes something else if it made the response itself
 * @throws the error of the connection, if it ends before the body does
 */
export async function readBody(
	body: unknown,
	status: number,
	shape: ResponseShape,
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
	return { text: Buffer.concat(chunks, bytes).toString() };
}

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
