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
	/** Why the body could not be read. Its text is empty then. */
	problem?: string;
}

/**
 * Reads the body of a response. Stops as soon as it is larger than any response to this operation:
 * the rest is not downloaded, and nothing of it stays in memory.
 *
 * @param contentType the header, which may name a character set: only UTF-8 is read
 * @throws the error of the connection, if it ends before the body does
 */
export async function readBody(
	body: AsyncIterable<Uint8Array>,
	status: number,
	shape: ResponseShape,
	contentType?: unknown,
): Promise<BodyText> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	let limit = 0;
	for await (const chunk of body) {
		limit ||= maxBytes(status, shape, chunk[0]);
		bytes += chunk.length;
		// Leaving the loop destroys the stream, and the connection with it.
		if (bytes > limit) {
			const size = `is larger than ${limit / MEGABYTE} MB and was not read to its end`;
			return { text: '', problem: size };
		}
		chunks.push(chunk);
	}
	return decode(Buffer.concat(chunks, bytes), contentType);
}

/** The text of a body, which is UTF-8, as JSON is. ASCII is a part of it. */
function decode(bytes: Buffer, contentType: unknown): BodyText {
	const [, charset = 'utf-8'] =
		/;\s*charset\s*=\s*["']?([^\s;,"']+)/i.exec(String(contentType)) ?? [];
	if (/^(utf-?8|(us-)?ascii)$/i.test(charset)) return { text: new TextDecoder().decode(bytes) };
	return { text: '', problem: `has the character set "${charset}" instead of UTF-8` };
}
