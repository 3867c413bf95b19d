import type { ResponseShape } from '../api/responseShapes';

const MEGABYTE = 1024 * 1024;
/** The answer about one message or mailing: documented ones have less than a thousandth of this. */
const RECORD_BYTES = 16 * MEGABYTE;
/**
 * A list that the service does not page: a million recipients have up to 150 MB, and JavaScript has
 * no text of more than 512 MB.
 */
const LIST_BYTES = 256 * MEGABYTE;

const WEB_PAGE = '<'.charCodeAt(0);

/** Most bytes of an answer that are read; what is no success, or a web page, is no list either. */
const mostBytes = (status: number, { expects }: ResponseShape, first: number): number =>
	status >= 200 && status <= 299 && expects === 'list' && first !== WEB_PAGE
		? LIST_BYTES
		: RECORD_BYTES;

export interface BodyText {
	text: string;
	/** Megabytes that an answer may have, when this one has more; its text was thrown away then. */
	over?: number;
}

/**
 * Reads the body of an answer, and stops as soon as it is larger than any answer to this operation:
 * the rest is not downloaded, and nothing of it stays in memory.
 *
 * @param body a stream of bytes; n8n hands over something else where it made the answer itself
 * @throws the error of the connection, when it ends before the body does
 */
export async function readBody(
	body: unknown,
	status: number,
	answer: ResponseShape,
): Promise<BodyText> {
	if (typeof body === 'string') return { text: body };
	if (!isStream(body)) return { text: body === undefined ? '' : JSON.stringify(body) };
	return await new Promise((resolve, reject) => {
		const chunks: Uint8Array[] = [];
		let bytes = 0;
		let most = 0;
		let ended = false;
		body.on('data', (chunk: Uint8Array) => {
			most ||= mostBytes(status, answer, chunk[0]);
			bytes += chunk.length;
			if (bytes <= most) chunks.push(chunk);
			else {
				chunks.length = 0;
				resolve({ text: '', over: most / MEGABYTE });
				body.destroy();
			}
		});
		body.once('end', () => {
			ended = true;
			resolve({ text: Buffer.concat(chunks, bytes).toString() });
		});
		body.once('error', reject);
		body.once('close', () => {
			if (!ended) reject(new Error('The connection was closed'));
		});
	});
}

interface Stream {
	on(event: 'data', listener: (chunk: Uint8Array) => void): void;
	once(event: 'end' | 'close' | 'error', listener: (error: Error) => void): void;
	destroy(): void;
}

const isStream = (body: unknown): body is Stream =>
	typeof body === 'object' && body !== null && 'destroy' in body && 'once' in body;
