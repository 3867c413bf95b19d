import type { IDataObject } from 'n8n-workflow';
import { type Endpoint, mayRepeat } from '../api/endpoint';
import type { ResponseShape } from '../api/responseShapes';
import { isDeliveredStatus } from '../api/statusWords';
import { isRecord, toText } from '../values/json';
import {
	hasFacts,
	hasRecord,
	hasSomeId,
	isNothing,
	isRow,
	isOk,
	keyIn,
	shownId,
	type Unwrapped,
	unwrap,
} from './data';
import { errorText, isNoError } from './errorText';
import { recordsOf } from './records';

/** What a response means that is a success. */
export interface Received {
	records: IDataObject[];
	/** The service returned a sentence or nothing, so nobody knows what it did. */
	isUncertain?: true;
}

/** What a response with a 2xx status means that is no success. */
export interface Refusal {
	message: string;
	/** Whether the message has words of the service. */
	hasReason: boolean;
	/** Whether the request may have been carried out. A read tells whether the service reported an error. */
	outcomeUnknown: boolean;
}

export const UNEXPECTED_RESPONSE = "The response does not match the service's documentation";

/** `error`, `Errors`, `error_message`, `errorText`, `err_code` and the like. */
const ERROR_KEY = /^(error|err(s|msg|_.*)?$)/i;
const CODE_KEYS = ['code', 'status', 'statusCode', 'status_code'];

const isNo = (value: unknown): boolean => /^(false|no|0|error|fail(ed)?)$/i.test(toText(value));
const isErrorCode = (value: unknown): boolean =>
	/^\d+$/.test(toText(value)) && Number(value) >= 400;

/** Whether a record denies its success in a field for that. Sentences are not read. */
const denies = (record: IDataObject): boolean =>
	isNo(record.success) ||
	isNo(record.ok) ||
	/^(false|error|fail(ed)?)$/i.test(toText(record.status)) ||
	CODE_KEYS.some((key) => isErrorCode(record[key]));

/** Whether a status is a word of the table for a message that will never be delivered. */
const hasFailedStatus = ({ status }: IDataObject): boolean =>
	denies({ status }) || isDeliveredStatus(status) === false;

const isError = (key: string, value: unknown): boolean => ERROR_KEY.test(key) && !isNoError(value);
/** Whether a field says what a success has left out: `errors`, and not an `error` that is a list. */
const isList = (key: string, value: unknown): boolean =>
	/^err(or)?s$/i.test(key) && Array.isArray(value);

const errorsIn = (record: IDataObject): unknown[] =>
	Object.entries(record).flatMap(([key, value]) => (isError(key, value) ? [value] : []));

const hasError = (record: IDataObject): boolean => errorsIn(record).length > 0;

/** Whether a code says that the service broke down: it may have done its work before. */
function isBroken(record: IDataObject): boolean {
	const inner = isRecord(record.error) ? record.error : {};
	const codes = [...CODE_KEYS, 'error_code', 'error'].flatMap((key) => [record[key], inner[key]]);
	return codes.some((code) => /^5\d\d$/.test(toText(code)));
}

/** Decides by the form of a response, never by the words in it. */
export function judge(
	body: unknown,
	{ response: shape, effect }: Pick<Endpoint, 'response' | 'effect'>,
): Received | Refusal {
	const found = unwrap(body, shape);
	const isRead = effect === 'read';
	const isSuccess = isRead
		? hasData(found, shape)
		: isDocumentedSuccess(found, shape) && !contradictsItself(found, shape);
	if (isSuccess) return { records: recordsOf(found, shape) };
	const reported = partsOf(found).filter((part) => denies(part) || hasError(part));
	if (reported.length === 0 && !isRead && shape.expects === 'anything') {
		return undocumented(found, shape);
	}
	const isRefused = reported.length > 0 && !reported.some(isBroken);
	const mayBeDone = !mayRepeat({ effect }) && showsSuccess(found, shape);
	return {
		...wordsOf(found, shape, reported.length > 0),
		outcomeUnknown: !isRefused || mayBeDone,
	};
}

/** The response and its data, where a failure is looked for. Of a list, each entry. */
const partsOf = ({ json, data }: Unwrapped): IDataObject[] =>
	[...new Set([json, data].flat())].filter(isRecord);

function isDocumentedSuccess({ json, data }: Unwrapped, { expects }: ResponseShape): boolean {
	if (typeof expects === 'object') return hasRecord(data, expects);
	if (expects === 'anything') return hasSomeId(data);
	return expects === 'status' && isRecord(json) && isOk(json.status);
}

/** Whether anything in a response may be its documented success, beside a failure. */
const showsSuccess = (found: Unwrapped, shape: ResponseShape): boolean =>
	isDocumentedSuccess(found, shape) ||
	Array.isArray(found.data) ||
	keyIn(found.json, shape) !== undefined;

/** Whether a response has its documented success and, beside it, a denial or an error. A list of errors is none. */
function contradictsItself(found: Unwrapped, { expects, success }: ResponseShape): boolean {
	const isOther = (part: IDataObject) =>
		success !== undefined &&
		part.success !== undefined &&
		!/^(ok|success|true)$/i.test(toText(part.success));
	return partsOf(found).some(
		(part) =>
			denies(part) ||
			part.result === false ||
			part.data === false ||
			(typeof expects === 'object' && hasFailedStatus(part)) ||
			isOther(part) ||
			Object.entries(part).some(([key, value]) => isError(key, value) && !isList(key, value)),
	);
}

/** Whether the data of a read is there. An empty list is data. */
function hasData(found: Unwrapped, shape: ResponseShape): boolean {
	const { json, data } = found;
	const { expects } = shape;
	const envelope = isRecord(json) && json !== data ? json : {};
	if (denies(envelope)) return false;
	if (expects === 'list' || expects === 'names') {
		const rows = isEmptyList(found, shape) ? [] : data;
		if (!Array.isArray(rows)) return false;
		return rows.length === 0 ? !hasError(envelope) : rows.some(isRow);
	}
	if (typeof expects === 'object') {
		return hasRecord(data, expects) && (!expects.isGiven || !hasError(data) || hasFacts(data));
	}
	if (isStatusAlone(found)) return !hasError(envelope);
	if (isRecord(data) && (denies(data) || hasError(data))) return hasFacts(data);
	return !isNothing(data) && ['object', 'string'].includes(typeof data);
}

/** A list that a documented success leaves out, or that is `null` or empty in its place. */
const isEmptyList = ({ json, data }: Unwrapped, { data: key, status }: ResponseShape): boolean =>
	(data ?? '') === '' &&
	isRecord(json) &&
	key !== undefined &&
	(status ? isOk(json.status) : key in json);

/** Keys of a sentence. */
const SENTENCE = /^(message|msg|text|result|data|response|detail|description|info|reason|status)$/i;

/** The sentence that a response consists of: a text, or a record with nothing else. Empty if there is nothing. */
function sentenceIn(data: unknown): string | undefined {
	if (typeof data === 'string') return data.trim();
	if (isNothing(data)) return '';
	if (!isRecord(data)) return undefined;
	const values = Object.entries(data).filter(
		([key, value]) => !isNothing(value) && key !== 'code' && !(key === 'status' && isOk(value)),
	);
	const [[key, value] = ['message', '']] = values;
	const isSentence = values.length < 2 && SENTENCE.test(key) && typeof value === 'string';
	return isSentence ? value.trim() : undefined;
}

/** The outcome of a change or a message whose response is not documented. */
function undocumented(found: Unwrapped, shape: ResponseShape): Received | Refusal {
	const { data } = found;
	if (isStatusAlone(found)) return { records: recordsOf(found, shape) };
	const message = sentenceIn(data);
	if (message !== undefined) {
		const record = isRecord(data) ? data : {};
		return { records: [{ ...record, message }], isUncertain: true };
	}
	if (typeof data === 'object') return { records: recordsOf(found, shape) };
	return { ...wordsOf(found, shape, false), outcomeUnknown: true };
}

const isStatusAlone = ({ json, data }: Unwrapped): boolean =>
	isRecord(json) && isOk(json.status) && isNothing(data);

/** Shows words of the service if they are about a failure, or all that there is. Others may be a message's text. */
function wordsOf(
	found: Unwrapped,
	shape: ResponseShape,
	isReported: boolean,
): Pick<Refusal, 'message' | 'hasReason'> {
	const words = isReported ? reasonIn(found, shape) : (sentenceIn(found.data) ?? '');
	const message = (words || ownWords(found, isReported)) + shownId(found.json, shape);
	return { message, hasReason: words !== '' };
}

/** The service's words about a failure. The fields of a record in an envelope are none, but for its errors. */
function reasonIn(found: Unwrapped, { expects }: ResponseShape): string {
	const { json, data } = found;
	const hasRecordInside =
		typeof expects === 'object' && json !== data && hasRecord(data, expects);
	if (!hasRecordInside) return errorText(json);
	const { message } = isRecord(json) ? json : {};
	return errorText({ errors: partsOf(found).flatMap(errorsIn), message });
}

/** What an error says without words of the service. */
function ownWords(found: Unwrapped, isReported: boolean): string {
	const failed = partsOf(found).find(hasFailedStatus);
	if (failed) return `The service returned the status "${toText(failed.status)}"`;
	return isReported ? 'The service reported a failure' : UNEXPECTED_RESPONSE;
}
