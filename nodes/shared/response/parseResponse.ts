import type { IDataObject } from 'n8n-workflow';
import { type ResponseShape, undocumented } from '../api/responseShapes';
import { isRecord, parseJson } from '../values/json';
import { reportsFailure, errorText } from './errorText';

/** A response that is no success. `isDefinite` if the service itself reports the failure. */
export class UnsuccessfulResponse extends Error {
	constructor(
		message: string,
		readonly isDefinite = true,
	) {
		super(message);
	}
}

const MAX_DEPTH = 200;
const UNEXPECTED_RESPONSE = "The response does not match the service's documentation";

type Body = { json: unknown } | { text: string };

/**
 * The body as JSON, or as text if the endpoint is not documented.
 *
 * @throws UnsuccessfulResponse if the body is empty, cut or something else
 */
export function parseBody(body: string, shape: ResponseShape): Body {
	const text = body.replace(/^\ufeff/, '').trim();
	if (text === '')
		throw new UnsuccessfulResponse('The service returned an empty response', false);
	const json = parseJson(text);
	if (json !== undefined) {
		if (!isDeeper(json, MAX_DEPTH)) return { json };
		throw new UnsuccessfulResponse(UNEXPECTED_RESPONSE, false);
	}
	if (shape === undocumented && !/^[[{"<]/.test(text) && text.length <= 1000) return { text };
	const kind = text.startsWith('<') ? 'an HTML page instead of JSON' : 'incomplete JSON';
	throw new UnsuccessfulResponse(`The service returned ${kind}`, false);
}

/** n8n could neither show nor save JSON that is nested deeper than its call stack. */
const isDeeper = (value: unknown, levels: number): boolean =>
	typeof value === 'object' &&
	value !== null &&
	(levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/**
 * The records of a successful response.
 *
 * @param json the parsed body of a 2xx response
 * @throws UnsuccessfulResponse if it reports a failure or does not have the documented shape
 */
export function toRecords(json: unknown, shape: ResponseShape): IDataObject[] {
	if (isRecord(json)) assertSuccess(json, shape);
	else if (shape.data && shape !== undocumented) return throwUnexpected(json);
	const data = shape.data && isRecord(json) ? unwrap(json, shape) : json;
	if (data === undefined || data === null || data === '') {
		return shape.expects === 'list' ? [] : [shape.successItem ?? { success: true }];
	}
	if (shape.expects === 'list' && !Array.isArray(data)) return throwUnexpected(json);
	if (shape.expects && shape.expects !== 'list') {
		if (!isRecord(data) || (data[shape.expects.key] ?? null) === null)
			return throwUnexpected(json);
	}
	const entries: unknown[] = Array.isArray(data) ? data : [data];
	return entries.map((entry) => (isRecord(entry) ? entry : { message: entry as string }));
}

function unwrap(json: IDataObject, shape: ResponseShape): unknown {
	const data = json[shape.data ?? 'result'];
	if (shape === undocumented) {
		const isStatusOnly =
			Object.keys(json).length === 1 && /^(ok|success)$/i.test(String(json.status));
		return isStatusOnly ? undefined : (data ?? json);
	}
	// Without a documented status only the data shows that it is a success.
	if (data === undefined && shape.status === undefined) return throwUnexpected(json);
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
				errorText(json) || `The service returned the status "${String(json.status)}"`,
				reportsFailure(json),
			);
		}
	}
	const success = json.success;
	const isBulk = expects !== undefined && expects !== 'list' && expects.key === 'uuid';
	if (isBulk && success !== undefined && !/^(ok|success|true)$/i.test(String(success))) {
		throw new UnsuccessfulResponse(
			errorText(json) || `The service returned success "${String(success)}"`,
		);
	}
}

function throwUnexpected(json: unknown): never {
	throw new UnsuccessfulResponse(errorText(json) || UNEXPECTED_RESPONSE, reportsFailure(json));
}
