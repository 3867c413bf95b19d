import type { ResponseShape } from '../api/responseShapes';
import { limitsOf, LIST, type PagesRead, type Size, SizeCounter } from './size';

export interface BodyText {
	text: string;
	/** Why the body could not be read. Its text is empty then. */
	problem?: string;
}

/** A body that arrives, and what its headers say about it. */
interface ArrivingBody {
	bytes: AsyncIterable<Uint8Array>;
	status: number;
	/** The header, which may name a character set: only UTF-8 is read. */
	contentType?: unknown;
}

/** What the reading of a body depends on besides the body. */
export interface Reading {
	/** What the earlier pages of the same list have; this page is added to it. */
	pages?: PagesRead;
	/** Waits until there is memory for so many bytes more. */
	reserve?: (bytes: number) => Promise<void>;
}

/**
 * Reads the body of a response. Stops as soon as it is larger than any response to this operation:
 * the rest is not downloaded, and nothing of it stays in memory.
 *
 * @throws the error of the connection, if it ends before the body does
 */
export async function readBody(
	{ bytes, status, contentType }: ArrivingBody,
	shape: ResponseShape,
	{ pages, reserve }: Reading = {},
): Promise<BodyText> {
	const chunks: Uint8Array[] = [];
	let limits: Size | undefined;
	let size = new SizeCounter();
	for await (const chunk of bytes) {
		if (!limits) {
			limits = limitsOf(status, shape, chunk[0]);
			if (limits === LIST && pages) size = new SizeCounter(pages.size);
		}
		size.add(chunk);
		const problem = size.excess(limits);
		// Leaving the loop destroys the stream, and the connection with it.
		if (problem)
			return { text: '', problem: `${problem}${size.isSum ? WITH_PAGES : NOT_READ}` };
		await reserve?.(chunk.length);
		chunks.push(chunk);
	}
	if (limits === LIST && pages) pages.size = size;
	return decode(Buffer.concat(chunks), contentType);
}

const NOT_READ = ' and was not read to its end';
const WITH_PAGES = ', with the pages before it';

/** The text of a body, which is UTF-8, as JSON is. ASCII is a part of it. */
function decode(bytes: Buffer, contentType: unknown): BodyText {
	const [, charset = 'utf-8'] =
		/;\s*charset\s*=\s*["']?([^\s;,"']+)/i.exec(String(contentType)) ?? [];
	if (/^(utf-?8|(us-)?ascii)$/i.test(charset)) return { text: new TextDecoder().decode(bytes) };
	return { text: '', problem: `has the character set "${charset}" instead of UTF-8` };
}
