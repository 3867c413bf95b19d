import nock from 'nock';
import { origin as defaultOrigin } from './credentials';

// Stops the interception, because the next test file of this process may use real sockets.
afterAll(() => nock.restore());

export type Pair = [name: string, value: string];
export interface Part {
	name: string;
	value: string;
	fileName?: string;
	contentType?: string;
}

/** A request as it was sent. Names in `query`, `form` and `parts` may repeat. */
export interface SentRequest {
	method: string;
	url: string;
	path: string;
	query: Pair[];
	headers: Record<string, string>;
	contentType: string;
	/** The raw body as text. */
	body: string;
	form?: Pair[];
	parts?: Part[];
	json?: unknown;
}

export interface Answer {
	status?: number;
	/** A string is sent unchanged, any other value as JSON. */
	body?: unknown;
	headers?: Record<string, string>;
}

async function readParts(body: Buffer, contentType: string): Promise<Part[]> {
	const form = await new Response(new Uint8Array(body), {
		headers: { 'content-type': contentType },
	}).formData();
	const parts: Part[] = [];
	for (const [name, value] of form.entries()) {
		if (typeof value === 'string') parts.push({ name, value });
		else {
			// Latin 1 keeps every byte, so tests can compare binary files as text.
			const bytes = Buffer.from(await value.arrayBuffer());
			const text = bytes.toString('latin1');
			parts.push({ name, value: text, fileName: value.name, contentType: value.type });
		}
	}
	return parts;
}

/** nock passes a JSON body as a parsed value, and a body that is not UTF-8 as hex. */
function bodyBytes(body: unknown, contentType: string): Buffer {
	if (typeof body !== 'string') return Buffer.from(JSON.stringify(body));
	// Decoding stops at the first character that is not hex, so the length shows whether all of the
	// body was hex. A regular expression could overflow the stack.
	const hex = contentType.startsWith('multipart/') ? Buffer.from(body, 'hex') : undefined;
	return hex?.length === body.length / 2 ? hex : Buffer.from(body, 'utf8');
}

async function describe(
	base: string,
	uri: string,
	method: string,
	headers: Record<string, string>,
	body: unknown,
): Promise<SentRequest> {
	const url = new URL(uri, base);
	const contentType = headers['content-type'] ?? '';
	const bytes = bodyBytes(body, contentType);
	const sent: SentRequest = {
		method,
		url: new URL(base).origin + uri,
		path: url.pathname,
		query: [...url.searchParams.entries()],
		headers,
		contentType,
		body: bytes.toString('utf8'),
	};
	if (bytes.length === 0) return sent;
	if (contentType.startsWith('application/json')) sent.json = JSON.parse(sent.body);
	else if (contentType.startsWith('application/x-www-form-urlencoded')) {
		sent.form = [...new URLSearchParams(sent.body).entries()];
	} else if (contentType.startsWith('multipart/form-data')) {
		sent.parts = await readParts(bytes, contentType);
	}
	return sent;
}

/**
 * Intercepts HTTP requests to the service with nock. Records each request, and responds with
 * `answer`.
 */
export class Service {
	readonly requests: SentRequest[] = [];

	/** Requests to any other host, which are blocked. */
	readonly strays: string[] = [];

	private readonly noteStray = (request: { host?: string; path?: string }): void => {
		this.strays.push(`${request.host}${request.path}`);
	};

	constructor(
		private readonly answer: (request: SentRequest, index: number) => Answer | Promise<Answer>,
		base = defaultOrigin,
	) {
		nock.disableNetConnect();
		nock.emitter.on('no match', this.noteStray);
		const record = async (
			uri: string,
			method: string,
			rawHeaders: Record<string, string>,
			body: unknown,
		): Promise<[number, string, Record<string, string>]> => {
			const request = await describe(base, uri, method, rawHeaders, body);
			this.requests.push(request);
			const reply = await this.answer(request, this.requests.length - 1);
			const text =
				typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? '');
			const type = typeof reply.body === 'string' ? 'text/plain' : 'application/json';
			return [reply.status ?? 200, text, { 'content-type': type, ...reply.headers }];
		};
		for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']) {
			nock(new URL(base).origin)
				.persist()
				.intercept(/.*/, method)
				.reply(function (uri, body) {
					return record(uri, method, this.req.headers, body);
				});
		}
	}

	close(): void {
		nock.emitter.removeListener('no match', this.noteStray);
		nock.cleanAll();
		nock.enableNetConnect();
	}
}
