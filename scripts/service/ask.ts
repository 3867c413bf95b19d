import { tryParseJson } from '../../nodes/shared/values/json';
import { parametersOf, type Reading } from './readings';

/** A response, or the reason why there is none. `json` is undefined if the body is not JSON. */
export type Asked = { status: number; text: string; json: unknown } | { problem: string };

const TIMEOUT_MS = 30_000;

/** Makes one request. A redirect is not followed, because it would forward the token. */
export async function ask(
	reading: Reading,
	{ baseUrl, token }: { baseUrl: string; token: string },
	id?: string,
): Promise<Asked> {
	const { method, url: path } = reading.endpoint.routing.request;
	const { query, form } = parametersOf(reading, token, id);
	const search = new URLSearchParams(query).toString();
	const url = `${baseUrl}${path}${search && `?${search}`}`;
	const body = method === 'POST' ? new URLSearchParams(form) : undefined;
	const signal = AbortSignal.timeout(TIMEOUT_MS);
	try {
		const response = await fetch(url, { method, body, signal, redirect: 'manual' });
		const text = await response.text();
		return { status: response.status, text, json: tryParseJson(text.trim()) };
	} catch (error) {
		return { problem: problemOf(error as Error) };
	}
}

/** Returns only a code or a name, because a message may contain the URL with the token. */
function problemOf({ name, cause }: Error): string {
	const code = (cause as { code?: unknown } | undefined)?.code;
	return /^[A-Z_]{1,40}$/.test(String(code)) ? String(code) : name;
}
