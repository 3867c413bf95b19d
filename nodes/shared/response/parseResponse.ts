import type { IDataObject } from 'n8n-workflow';
import { type Answer, notShown } from '../api/responseShapes';
import { parseExactly } from '../values/json';
import { isRecord, saysFailure, words } from './errorText';

/** What went wrong; `definite` when the service itself said that it failed. */
export class NoSuccess extends Error {
	constructor(
		message: string,
		readonly definite = true,
	) {
		super(message);
	}
}

const DEEPEST = 200;
const OTHER_KIND = 'The service sent an answer of another kind than documented';

type Body = { json: unknown } | { text: string };

/** The body as JSON where it is JSON. @throws NoSuccess for an empty, cut or foreign body */
export function parseBody(body: string, answer: Answer): Body {
	const text = body.replace(/^\ufeff/, '').trim();
	if (text === '') throw new NoSuccess('The service sent an empty answer', false);
	const json = parseExactly(text);
	if (json !== undefined) {
		if (!isDeeper(json, DEEPEST)) return { json };
		throw new NoSuccess(OTHER_KIND, false);
	}
	if (answer === notShown && !/^[[{"<]/.test(text) && text.length <= 1000) return { text };
	const kind = text.startsWith('<') ? 'a web page instead of an answer' : 'incomplete JSON';
	throw new NoSuccess(`The service sent ${kind}`, false);
}

/** n8n could neither show nor save what is nested deeper than its call stack. */
const isDeeper = (value: unknown, levels: number): boolean =>
	typeof value === 'object' &&
	value !== null &&
	(levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

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
		if (!isRecord(data) || (data[answer.holds.key] ?? null) === null) return unknownShape(json);
	}
	const entries: unknown[] = Array.isArray(data) ? data : [data];
	return entries.map((entry) => (isRecord(entry) ? entry : { message: entry as string }));
}

/** The entries of a list inside a record; some servers write a list as a map of its places. */
export function entriesIn(value: unknown): unknown[] {
	if (value === undefined || value === null) return [];
	if (Array.isArray(value)) return value;
	return isRecord(value) ? Object.values(value) : [value];
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
				saysFailure(json),
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
	throw new NoSuccess(words(json) || OTHER_KIND, saysFailure(json));
}
