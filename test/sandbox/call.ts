import type { Sandbox } from '../../sandbox';

/** A recipient, and a contact list that each sandbox has at the start. */
export const PHONE = '37120000001';
export const LIST = '1001';

type Fields = Record<string, string> | Array<[string, string]>;

export interface Parts {
	method?: string;
	query?: Fields;
	form?: Fields;
	files?: Record<string, { filename: string; type: string; bytes: string }>;
	json?: unknown;
	/** True sends the form as multipart even without files. */
	multipart?: boolean;
}

export interface Answer {
	status: number;
	body: unknown;
	headers: Headers;
}

const pairs = (fields: Fields = {}): Array<[string, string]> =>
	Array.isArray(fields) ? fields : Object.entries(fields);

function bodyOf({ form, files, json, multipart }: Parts): RequestInit {
	if (json !== undefined) {
		const headers = { 'content-type': 'application/json' };
		return { body: JSON.stringify(json), headers };
	}
	if (!files && !multipart) {
		return form === undefined ? {} : { body: new URLSearchParams(pairs(form)) };
	}
	const data = new FormData();
	for (const [name, value] of pairs(form)) data.append(name, value);
	for (const [name, { filename, type, bytes }] of Object.entries(files ?? {})) {
		data.append(name, new File([bytes], filename, { type }));
	}
	return { body: data };
}

export async function call(sandbox: Sandbox, path: string, parts: Parts = {}): Promise<Answer> {
	const query = new URLSearchParams(pairs(parts.query)).toString();
	const url = `${sandbox.url}${path}${query === '' ? '' : `?${query}`}`;
	const init = { method: parts.method ?? 'POST', ...bodyOf(parts), redirect: 'manual' as const };
	const response = await fetch(url, init);
	const text = await response.text();
	let body: unknown = text;
	try {
		body = JSON.parse(text);
	} catch {
		// Some faults respond with text instead of JSON.
	}
	return { status: response.status, body, headers: response.headers };
}

/** Returns a nested value of a response; undefined if a part of the path is missing. */
export function at(value: unknown, ...path: Array<string | number>): unknown {
	return path.reduce<unknown>(
		(inner, step) =>
			typeof inner === 'object' && inner !== null
				? new Map(Object.entries(inner)).get(String(step))
				: undefined,
		value,
	);
}

/** Returns the reason of a rejection. */
export const reason = ({ body }: Answer): string => String(at(body, 'error'));
