import type { IDataObject } from 'n8n-workflow';
import type { ResponseShape } from '../api/responseShapes';
import { isRecord, parseJson } from '../values/json';
import {
	errorText,
	isFailed,
	isNoError,
	reportsFailure,
	saysFailure,
	saysNo,
	soleText,
} from './errorText';
import { hasKey, showsSuccess, SUCCESS } from './showsSuccess';

/** A response that is no success. `isDefinite` if the service itself reports the failure. */
export class UnsuccessfulResponse extends Error {
	constructor(
		message: string,
		readonly isDefinite: boolean,
	) {
		super(message);
	}
}

const MAX_DEPTH = 200;
const FAILURE = 'The service reported a failure';
const UNEXPECTED_RESPONSE = "The response does not match the service's documentation";

/**
 * The body as JSON, or its text if the documentation shows no body.
 *
 * @throws UnsuccessfulResponse if the body is empty, cut or something else
 */
export function parseBody(body: string, { expects }: ResponseShape): unknown {
	const text = body.replace(/^\ufeff/, '').trim();
	if (text === '') {
		if (expects === 'anything') return undefined;
		throw new UnsuccessfulResponse('The service returned an empty response', false);
	}
	const json = parseJson(text);
	if (json !== undefined) {
		if (!isDeeper(json, MAX_DEPTH)) return json;
		throw new UnsuccessfulResponse(UNEXPECTED_RESPONSE, false);
	}
	if (expects === 'anything' && !/^[[{"<]/.test(text) && text.length <= 1000) return text;
	const kind = text.startsWith('<') ? 'an HTML page instead of JSON' : 'incomplete JSON';
	throw new UnsuccessfulResponse(`The service returned ${kind}`, false);
}

/** n8n could neither show nor save JSON that is nested deeper than its call stack. */
const isDeeper = (value: unknown, levels: number): boolean =>
	typeof value === 'object' &&
	value !== null &&
	(levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/**
 * The records of a successful response. A field called `error` is `error_text` in them, because n8n
 * takes an item that has an `error` for a failed one, and runs the step again.
 *
 * @param json the parsed body of a 2xx response, which is changed
 * @param isRead whether it tells of something, which may have failed, and nothing was sent or changed
 * @throws UnsuccessfulResponse if it reports a failure or does not have the documented shape
 */
export function toRecords(json: unknown, shape: ResponseShape, isRead = false): IDataObject[] {
	const { expects } = shape;
	const isJudged = !isRead || expects === 'anything';
	if (isRecord(json)) assertSuccess(json, shape, isJudged);
	else if (expects !== 'anything' && shape.data) fail(json, shape);
	const data = shape.data && isRecord(json) ? unwrap(json, shape, shape.data) : json;
	if (isJudged && reportsFailure(soleText(data))) fail(data, shape);
	if (!isRead && reportsFailure(data)) fail(json, shape, FAILURE);
	if (expects === 'list') {
		if (isMissing(data)) return [];
		if (!Array.isArray(data)) return fail(json, shape);
	} else if (typeof expects === 'object') {
		if (!hasKey(data, expects.key)) return fail(json, shape);
	} else if (isNothing(data)) {
		return [shape.successItem ?? { success: true }];
	}
	const entries: unknown[] = Array.isArray(data) ? data : [data];
	return entries.map((entry) =>
		isRecord(entry) ? withoutErrorKeys(entry) : { message: entry as string },
	);
}

const isWord = (value: unknown): boolean => value !== undefined && typeof value !== 'object';

const isMissing = (value: unknown): boolean => (value ?? '') === '';

const isNothing = (data: unknown): boolean =>
	isMissing(data) || (typeof data === 'object' && Object.keys(data as object).length === 0);

function unwrap(json: IDataObject, shape: ResponseShape, key: string): unknown {
	const { expects, status } = shape;
	if (expects === 'anything') {
		const { status: given = 'ok', result, ...others } = json;
		if (!isNothing(result)) return result;
		return isNothing(others) && SUCCESS.test(String(given)) ? undefined : json;
	}
	// Without a documented status only the data shows that it is a success.
	if (json[key] === undefined && status === undefined) return fail(json, shape);
	return json[key];
}

function assertSuccess(json: IDataObject, shape: ResponseShape, isJudged: boolean): void {
	const { status, expects } = shape;
	const { error, status: given, success, message } = json;
	if (!isNoError(error)) fail(json, shape, 'The service reported an error');
	if (status !== undefined && !isWord(given)) fail(json, shape);
	if (status ? !SUCCESS.test(String(given)) : isJudged && isFailed(given)) {
		fail(json, shape, `The service returned the status "${String(given)}"`);
	}
	const isBulk = typeof expects === 'object' && expects.key === 'uuid' && success !== undefined;
	if (isBulk && !isWord(success)) fail(json, shape);
	if (isBulk && !/^(ok|success|true)$/i.test(String(success))) {
		fail(json, shape, `The service returned success "${String(success)}"`);
	}
	const says = isJudged && expects === 'status' && saysFailure(message);
	if (says || (isJudged ? reportsFailure(json) : saysNo(success))) fail(json, shape, FAILURE);
}

/**
 * @throws UnsuccessfulResponse, a definite one if the service reports the failure in a record that
 * does not contradict itself. A text may be about errors without being one.
 */
function fail(json: unknown, shape: ResponseShape, message = UNEXPECTED_RESPONSE): never {
	const isDefinite = isRecord(json) && reportsFailure(json) && !showsSuccess(json, shape);
	throw new UnsuccessfulResponse(errorText(json) || message, isDefinite);
}

/** The same record with `error_text` for every `error` in it. */
function withoutErrorKeys<T extends object>(value: T): T {
	const entries = value as Record<string, unknown>;
	// Lists may have 100,000 records, and this takes a fifth of the time of Object.entries.
	for (const key in entries) {
		const inner = entries[key];
		if (typeof inner === 'object' && inner !== null) entries[key] = withoutErrorKeys(inner);
	}
	if (Array.isArray(value) || !('error' in value)) return value;
	const renamed = Object.entries(entries).map(([key, inner]) => [
		key === 'error' ? 'error_text' : key,
		inner,
	]);
	return Object.fromEntries(renamed) as T;
}
