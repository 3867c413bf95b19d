import type { IDataObject } from 'n8n-workflow';

/** What the service answers on success, as far as it documents it. */
export interface Answer {
	/** The documented value of `status`; without it a `status` is data, not an outcome. */
	status?: 'OK' | 'ok' | 'success';
	/** Where the data is; without it the whole body is the data. */
	data?: 'result' | 'data';
	/** A key that a record must have, or that the data is a list; without it any JSON will do. */
	holds?: { key: string } | 'list';
	/** The item for a success without data. */
	done?: IDataObject;
	/** An HTTP status that means an empty list. */
	emptyOn?: number;
}

/** `{ status: 'OK', result }` with a record, a text or nothing in `result` (most v2 operations). */
export const envelope: Answer = { status: 'OK', data: 'result', done: { success: true } };
/** `{ status: 'OK', result: [] }`; `result` may be absent when there is nothing. */
export const envelopeList: Answer = { status: 'OK', data: 'result', holds: 'list' };
/** `{ result: [] }` without a documented status (lists of v1). */
export const resultList: Answer = { data: 'result', holds: 'list' };
/** A bare list. */
export const list: Answer = { holds: 'list' };
/** `{ status: 'OK', result }` with a record that is known by one of its keys. */
export const envelopeOf = (key: string): Answer => ({ ...envelope, holds: { key } });
/** `{ status: 'OK' }` after something was deleted. */
export const deleted: Answer = { status: 'OK', data: 'result', done: { deleted: true } };
/** A bare record that is known by one of its keys. */
export const record = (key: string): Answer => ({ holds: { key } });
/** The documentation shows no body: any JSON, or a short text, is taken as it comes. */
export const notShown: Answer = { data: 'result', done: { success: true } };

/** What went wrong; `definite` when the service itself said that it failed. */
export class NoSuccess extends Error {
	constructor(
		message: string,
		readonly definite = true,
	) {
		super(message);
	}
}

type Body = { json: unknown } | { text: string };

/** The body as JSON where it is JSON. @throws NoSuccess for an empty, cut or foreign body */
export function parseBody(body: string, answer: Answer): Body {
	const text = body.replace(/^\ufeff/, '').trim();
	if (text === '') throw new NoSuccess('The service sent an empty answer', false);
	try {
		return { json: JSON.parse(text) };
	} catch {
		const isText = answer === notShown && !/^[[{"<]/.test(text) && text.length <= 1000;
		if (isText) return { text };
	}
	const kind = text.startsWith('<') ? 'a web page instead of an answer' : 'incomplete JSON';
	throw new NoSuccess(`The service sent ${kind}`, false);
}

const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The service's own words in an error answer, whatever its shape; empty when there are none. */
export function words(value: unknown, depth = 0): string {
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'number') return String(value);
	if (depth > 3 || typeof value !== 'object' || value === null) return '';
	if (Array.isArray(value)) {
		const all = value.slice(0, 5).map((entry) => words(entry, depth + 1));
		return all.filter((entry) => entry !== '').join('; ');
	}
	const keys = [
		'error',
		'errors',
		'message',
		'error_message',
		'error_description',
		'description',
	];
	for (const key of [...keys, 'detail', 'reason', 'title', 'result']) {
		const found = words((value as IDataObject)[key], depth + 1);
		if (found !== '') return found;
	}
	return '';
}

/**
 * The records of a successful answer.
 *
 * @param json the parsed body of a 2xx answer
 * @throws NoSuccess when it says that it failed, or is not what the operation documents
 */
export function records(json: unknown, answer: Answer): IDataObject[] {
	if (isRecord(json)) assertSuccess(json, answer);
	else if (answer.data && answer !== notShown) return unknownShape(json);
	const data = answer.data && isRecord(json) ? unwrapped(json, answer) : json;
	if (data === undefined || data === null || data === '') {
		return answer.holds === 'list' ? [] : [answer.done ?? { success: true }];
	}
	if (answer.holds === 'list' && !Array.isArray(data)) return unknownShape(json);
	if (answer.holds && answer.holds !== 'list') {
		if (!isRecord(data) || data[answer.holds.key] === undefined) return unknownShape(json);
	}
	const entries: unknown[] = Array.isArray(data) ? data : [data];
	return entries.map((entry) => (isRecord(entry) ? entry : { message: entry as string }));
}

function unwrapped(json: IDataObject, answer: Answer): unknown {
	const data = json[answer.data ?? 'result'];
	if (answer === notShown) {
		const alone = Object.keys(json).length === 1 && /^(ok|success)$/i.test(String(json.status));
		return alone ? undefined : (data ?? json);
	}
	// Without a documented status nothing but the data tells a success from something else.
	if (data === undefined && answer.status === undefined) return unknownShape(json);
	return data;
}

function assertSuccess(json: IDataObject, { status, holds }: Answer): void {
	const failed = json.error !== undefined && json.error !== null && json.error !== false;
	if (failed && json.error !== '' && json.error !== 0) {
		throw new NoSuccess(words(json) || 'The service reported an error');
	}
	if (status !== undefined) {
		if (json.status === undefined) return unknownShape(json);
		if (!/^(ok|success)$/i.test(String(json.status))) {
			throw new NoSuccess(
				words(json) || `The service answered with status "${String(json.status)}"`,
			);
		}
	}
	const success = json.success;
	const bulk = holds !== undefined && holds !== 'list' && holds.key === 'uuid';
	if (bulk && success !== undefined && !/^(ok|success|true)$/i.test(String(success))) {
		throw new NoSuccess(
			words(json) || `The service answered with success "${String(success)}"`,
		);
	}
}

function unknownShape(json: unknown): never {
	const own = words(json);
	const other = 'The service sent an answer of another kind than documented';
	throw new NoSuccess(own || other, own !== '');
}
