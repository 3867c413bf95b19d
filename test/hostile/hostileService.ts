import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { type RawService, startRawService } from '../support/rawService';

/** Starts a service that returns a raw JSON text for each operation of the API. */
export async function startAnswering(
	answers: Record<string, string>,
	status = 200,
): Promise<RawService> {
	return await startRawService((request, response) => {
		const operation = new URL(request.url ?? '', 'http://service').pathname.split('/').pop();
		const text = answers[operation ?? ''];
		response.writeHead(text === undefined ? 404 : status, {
			'content-type': 'application/json',
		});
		response.end(text ?? '{"error":"Page not found"}');
	});
}

/** Number of sent bytes. Parts are made only when the client reads. */
export interface Streamed {
	bytes: number;
}

/**
 * Sends parts that are made while they are sent, so that no test holds the whole response.
 *
 * @param length bytes for the Content-Length header; without it, the response is chunked
 */
export const streaming =
	(
		parts: () => Iterable<string>,
		streamed: Streamed,
		{ length, type = 'application/json', status = 200 }: StreamOptions = {},
	): RequestListener =>
	(_request, response) => {
		response.writeHead(status, {
			'content-type': type,
			...(length !== undefined && { 'content-length': length }),
		});
		function* counted() {
			for (const part of parts()) {
				streamed.bytes += part.length;
				yield Buffer.from(part);
			}
		}
		const body = Readable.from(counted());
		response.once('close', () => body.destroy());
		body.pipe(response);
	};

interface StreamOptions {
	length?: number;
	type?: string;
	status?: number;
}

const PART = 1_000;

/** Returns the parts of a JSON list of records. */
export function* listOf(
	count: number,
	record: (index: number) => string,
	before: string,
	after: string,
): Generator<string> {
	yield before;
	for (let from = 0; from < count; from += PART) {
		const size = Math.min(PART, count - from);
		const some = Array.from({ length: size }, (_, index) => record(from + index));
		yield (from > 0 ? ',' : '') + some.join(',');
	}
	yield after;
}
