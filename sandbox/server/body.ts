import { createHash } from 'node:crypto';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pair, Received } from '../wire/check';
import { Refusal } from '../wire/refusal';

export const BODY_LIMIT = 50 * 1024 * 1024;
const MANY = 1_000_000;

/** The parsed body of a request that is not a multipart form. */
class ParsedBody {
	constructor(
		readonly pairs: Pair[],
		readonly json?: unknown,
		readonly problem?: string,
	) {}
}

/** Variables beyond this number are dropped without an error, as in PHP. */
const MAX_INPUT_VARS = 1_000;

export const pairsOf = (encoded: string): Pair[] =>
	[...new URLSearchParams(encoded)].slice(0, MAX_INPUT_VARS);

/**
 * Reads the body of every request, because the log and the faults also need the body of a rejected
 * request.
 */
export function registerBodies(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.register(formbody, {
		bodyLimit: BODY_LIMIT,
		parser: (encoded) => ({ parsed: new ParsedBody(pairsOf(encoded)) }),
	});
	const limits = { fileSize: BODY_LIMIT, fieldSize: BODY_LIMIT, fields: MANY, parts: MANY };
	app.register(multipart, { limits });
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
		done(null, { parsed: parseJson(String(body)) });
	});
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
		const type = request.headers['content-type'] ?? 'without a content type';
		const problem = body.length === 0 ? undefined : `body: ${type} is not understood`;
		done(null, { parsed: new ParsedBody([], undefined, problem) });
	});
}

function parseJson(body: string): ParsedBody {
	if (body === '') return new ParsedBody([]);
	try {
		const json: unknown = JSON.parse(body);
		return new ParsedBody([], json);
	} catch {
		return new ParsedBody([], undefined, 'body: not valid JSON');
	}
}

/** Returns the content of a request, and the reason if the body is invalid. */
export async function receive(
	request: FastifyRequest,
): Promise<{ received: Received; problem?: string }> {
	const cut = request.raw.url?.indexOf('?') ?? -1;
	const query = cut < 0 ? [] : pairsOf((request.raw.url ?? '').slice(cut + 1));
	const received: Received = { query, form: [], files: [] };
	if (request.method === 'GET' && Number(request.headers['content-length'] ?? 0) > 0) {
		return { received, problem: 'body: a GET request takes none' };
	}
	if (request.isMultipart()) {
		const problem = await readParts(request, received).catch(reasonOf);
		return { received, problem: problem ?? undefined };
	}
	const body = bodyOf(request.body);
	received.form = body?.pairs ?? [];
	received.json = body?.json;
	return { received, problem: body?.problem };
}

/** Reads the JSON body of a request to the sandbox's control API. */
export function controlBody(request: FastifyRequest): Map<string, unknown> {
	const { json, problem } = bodyOf(request.body) ?? {};
	if (problem !== undefined) throw new Refusal(400, problem);
	if (typeof json !== 'object' || json === null) {
		throw new Refusal(400, 'body: must be a JSON object');
	}
	return new Map(Object.entries(json));
}

function bodyOf(body: unknown): ParsedBody | undefined {
	if (typeof body !== 'object' || body === null || !('parsed' in body)) return undefined;
	return body.parsed instanceof ParsedBody ? body.parsed : undefined;
}

const reasonOf = (error: unknown): string =>
	`body: ${error instanceof Error ? error.message : 'not a valid multipart form'}`;

async function readParts(request: FastifyRequest, received: Received): Promise<void> {
	for await (const part of request.parts()) {
		if (part.type === 'field') {
			received.form.push([part.fieldname, String(part.value)]);
			continue;
		}
		const bytes = await part.toBuffer();
		received.files.push({
			name: part.fieldname,
			filename: part.filename,
			contentType: part.mimetype,
			size: bytes.length,
			sha256: createHash('sha256').update(bytes).digest('hex'),
			bytes,
		});
	}
}
