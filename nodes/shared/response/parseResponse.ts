import type { IDataObject } from 'n8n-workflow';
import { type ResponseShape, undocumented } from '../api/responseShapes';
import { isRecord, parseJson } from '../values/json';
import { reportsFailure, errorText } from './errorText';

/** What went wrong; `definite` when the service itself said that it failed. */
export class UnsuccessfulResponse extends Error {
	constructor(
		message: string,
		readonly isDefinite = true,
	) {
		super(message);
	}
}

const MAX_DEPTH = 200;
const UNEXPECTED_RESPONSE = 'The service sent an answer of another kind than documented';

type Body = { json: unknown } | { text: string };

/** The body as JSON where it is JSON. @throws NoSuccess for an empty, cut or foreign body */
export function parseBody(body: string, answer: ResponseShape): Body {
	const text = body.replace(/^\ufeff/, '').trim();
	if (text === '') throw new UnsuccessfulResponse('The service sent an empty answer', false);
	const json = parseJson(text);
	if (json !== undefined) {
		if (!isDeeper(json, MAX_DEPTH)) return { json };
		throw new UnsuccessfulResponse(UNEXPECTED_RESPONSE, false);
	}
	if (answer === undocumented && !/^[[{"<]/.test(text) && text.length <= 1000) return { text };
	const kind = text.startsWith('<') ? 'a web page instead of an answer' : 'incomplete JSON';
	throw new UnsuccessfulResponse(`The service sent ${kind}`, false);
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
export function toRecords(json: unknown, answer: ResponseShape): IDataObject[] {
	if (isRecord(json)) assertSuccess(json, answer);
	else if (answer.data && answer !== undocumented) return throwUnexpected(json);
	const data = answer.data && isRecord(json) ? unwrap(json, answer) : json;
	if (data === undefined || data === null || data === '') {
		return answer.expects === 'list' ? [] : [answer.successItem ?? { success: true }];
	}
	if (answer.expects === 'list' && !Array.isArray(data)) return throwUnexpected(json);
	if (answer.expects && answer.expects !== 'list') {
		if (!isRecord(data) || (data[answer.expects.key] ?? null) === null)
			return throwUnexpected(json);
	}
	const entries: unknown[] = Array.isArray(data) ? data : [data];
	return entries.map((entry) => (isRecord(entry) ? entry : { message: entry as string }));
}

function unwrap(json: IDataObject, answer: ResponseShape): unknown {
	const data = json[answer.data ?? 'result'];
	if (answer === undocumented) {
		const alone = Object.keys(json).length === 1 && /^(ok|success)$/i.test(String(json.status));
		return alone ? undefined : (data ?? json);
	}
	// Without a documented status nothing but the data tells a success from something else.
	if (data === undefined && answer.status === undefined) return throwUnexpected(json);
	return data;
}

function assertSuccess(json: IDataObject, { status, expects }: ResponseShape): void {
	const failed = json.error !== undefined && json.error !== null && json.error !== false;
	if (failed && json.error !== '' && json.error !== 0) {
		throw new UnsuccessfulResponse(errorText(json) || 'The service reported an error');
	}
	if (status !== undefined) {
		if (json.status === undefined) return throwUnexpected(json);
		if (!/^(ok|success)$/i.test(String(json.status))) {
			throw new UnsuccessfulResponse(
				errorText(json) || `The service answered with status "${String(json.status)}"`,
				reportsFailure(json),
			);
		}
	}
	const success = json.success;
	const bulk = expects !== undefined && expects !== 'list' && expects.key === 'uuid';
	if (bulk && success !== undefined && !/^(ok|success|true)$/i.test(String(success))) {
		throw new UnsuccessfulResponse(
			errorText(json) || `The service answered with success "${String(success)}"`,
		);
	}
}

function throwUnexpected(json: unknown): never {
	throw new UnsuccessfulResponse(errorText(json) || UNEXPECTED_RESPONSE, reportsFailure(json));
}
