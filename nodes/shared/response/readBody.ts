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
 * @param contentType the header, which may name a character set
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

/** The text of a body; without a character set it is UTF-8. */
function decode(bytes: Buffer, contentType: unknown): BodyText {
	const [, named = 'utf-8'] =
		/;\s*charset\s*=\s*["']?([^\s;,"']+)/i.exec(String(contentType)) ?? [];
	const charset = MARKS[bytes.toString('hex', 0, 2)] ?? named;
	try {
		return { text: new TextDecoder(charset).decode(bytes) };
	} catch {
		return { text: '', problem: `has the unknown character set "${charset}"` };
	}
}

/** The byte-order marks of two bytes. They count more than the header. */
const MARKS: Record<string, string> = { fffe: 'utf-16le', feff: 'utf-16be', efbb: 'utf-8' };
