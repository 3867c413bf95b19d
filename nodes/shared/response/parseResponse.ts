import type { IDataObject } from 'n8n-workflow';
import type { ResponseShape } from '../api/responseShapes';
import { isRecord, parseJson, toText } from '../values/json';
import { oneLine } from '../values/singleLine';
import {
	errorText,
	hasErrorCode,
	isNoError,
	isServerError,
	reportsFailure,
	saysFailure,
	saysNotDone,
	soleText,
} from './errorText';
import { addFields } from './addedFields';
import { failureIn, UNEXPECTED_RESPONSE } from './failureSigns';
import { LIST } from './size';
import { entriesOf, hasRecord, renameId, showsSuccess, shownId, SUCCESS } from './showsSuccess';
import { dataOf, isNothing, sole, soleRecord } from './unwrap';

/** A response that is no success. `isDefinite` if the service itself reports the failure. */
export class UnsuccessfulResponse extends Error {
	constructor(
		message: string,
		readonly isDefinite: boolean,
		/** Whether it reports one, whatever else it has: nothing that is read has changed by it. */
		readonly isReported = isDefinite,
	) {
		super(message);
	}
}

const MAX_DEPTH = 200;

/** Of a list of texts or numbers, which have no brackets to count. */
const TOO_MANY_ROWS = `The service returned more than ${LIST.rows.toLocaleString('en')} rows`;

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
	if (saysFailure(text) && /^[^[{"<]/.test(text) && text.length <= 1000) {
		throw new UnsuccessfulResponse(text, false);
	}
	throw new UnsuccessfulResponse(`The service returned ${kindOf(text)}`, false);
}

function kindOf(text: string): string {
	if (text.startsWith('<')) return 'an HTML page instead of JSON';
	return /^[[{"]/.test(text) ? 'incomplete JSON' : 'text that is not JSON';
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
 * @param given the parsed body of a 2xx response, which is changed
 * @param isRead whether it tells of something, which may have failed, and nothing was sent or changed
 * @throws UnsuccessfulResponse if it reports a failure or does not have the documented shape
 */
export function toRecords(given: unknown, shape: ResponseShape, isRead = false): IDataObject[] {
	const { expects } = shape;
	const json = shape.data ? sole(given) : soleRecord(given, shape);
	if (isRecord(json)) assertStatus(json, shape);
	else if (expects !== 'anything' && shape.data) fail(json, shape);
	const data = dataOf(json, shape);
	// Without a documented status only the data shows that it is a success.
	if (data === undefined && shape.data && !shape.status && expects === 'list') fail(json, shape);
	const failure = failureIn({ json, data, shape }, isRead);
	if (failure) fail(json, shape, failure);
	if (!isRead && reports(soleText(data))) fail(data, shape);
	if (expects === 'list' || expects === 'names') {
		if ((data ?? '') === '') return [];
		if (!Array.isArray(data)) return fail(json, shape);
	} else if (typeof expects === 'object') {
		if (!hasRecord(data, expects)) return fail(json, shape);
		renameId(data as IDataObject, expects);
		addOuterError(json, data as IDataObject);
	} else if (isNothing(data)) {
		return [shape.successItem ?? { success: true }];
	}
	const entries: unknown[] = Array.isArray(data) ? data : [data];
	if (entries.length > LIST.rows) throw new UnsuccessfulResponse(TOO_MANY_ROWS, false);
	return entries.map((entry) =>
		isRecord(entry) ? withoutErrorKeys(entry) : { message: textOf(entry) },
	);
}

/** Words in place of a record. */
const textOf = (entry: unknown) =>
	typeof entry === 'string' ? oneLine(entry) : (entry as IDataObject[string]);

const reports = (value: unknown): boolean => reportsFailure(value) || saysNotDone(value);

/** An error beside the record that was asked for is not about it. As `error_text` it would be. */
function addOuterError(json: unknown, record: IDataObject): void {
	if (!isRecord(json) || json === record || isNoError(json.error)) return;
	addFields(record, { errors: [oneLine(errorText(json.error))] });
}

const isWord = (value: unknown): boolean => value !== undefined && typeof value !== 'object';

/** The documented status of an envelope is its word about the request. */
function assertStatus(json: IDataObject, shape: ResponseShape): void {
	const { status: given } = json;
	if (shape.status === undefined || SUCCESS.test(toText(given))) return;
	if (!isWord(given)) fail(json, shape);
	fail(json, shape, `The service returned the status "${toText(given)}"`);
}

/**
 * The service's words are shown if they are about a failure, or all that there is: a response of
 * another shape may have the text of a message in any of its fields.
 *
 * @throws UnsuccessfulResponse, a definite one if the service reports the failure in a record that
 * does not contradict itself, and not that it broke down. A text may be about errors without being one.
 */
function fail(json: unknown, shape: ResponseShape, message = UNEXPECTED_RESPONSE): never {
	if (!isRecord(json)) {
		const isError = saysNotDone(json) || Array.isArray(json);
		const isReported = [json].flat().some(reports) && !isServerError(json);
		throw new UnsuccessfulResponse((isError && errorText(json)) || message, false, isReported);
	}
	const [inner] = entriesOf(json.result ?? json.data);
	const isReported = reportsFailure(json);
	const isInside = reports(inner) || saysNotDone(json.message);
	const hasWords = hasErrorCode(json) || typeof soleText(json) === 'string';
	const words = ((isReported || isInside || hasWords) && errorText(json)) || message;
	const hasReplied = !isServerError(json) && !isServerError(inner);
	throw new UnsuccessfulResponse(
		words + shownId(json, shape),
		isReported && !showsSuccess(json, shape) && hasReplied,
		(isReported || isInside) && hasReplied,
	);
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
