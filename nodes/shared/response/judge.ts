import type { IDataObject } from 'n8n-workflow';
import { type Endpoint, mayRepeat } from '../api/endpoint';
import type { ResponseShape } from '../api/responseShapes';
import { isDeliveredStatus } from '../api/statusWords';
import { isRecord, toText } from '../values/json';
import {
	hasRecordFields,
	hasRecord,
	hasAnyId,
	isEmpty,
	isRow,
	isOkStatus,
	keyIn,
	idSuffix,
	type Unwrapped,
	unwrap,
} from './data';
import { errorText, isNoError } from './errorText';
import { recordsOf } from './records';

export interface Received {
	records: IDataObject[];
	/**
	 * True if the response is empty or only a sentence, so it is not certain that the request was executed.
	 */
	isUncertain?: true;
}

/** The outcome of a 2xx response that is not a success. */
export interface Refusal {
	message: string;
	/** True if the message quotes the service. */
	hasReason: boolean;
	/** True if the request may have been executed. For a read: true if the service reported no error. */
	outcomeUnknown: boolean;
}

const UNEXPECTED_RESPONSE = "The response does not match the service's documentation";

const ERROR_KEY = /^(error|err(s|msg|_.*)?$)/i;
const CODE_KEYS = ['code', 'status', 'statusCode', 'status_code'];

const isNegativeValue = (value: unknown): boolean =>
	/^(false|no|0|error|fail(ed)?)$/i.test(toText(value));
const isErrorCode = (value: unknown): boolean =>
	/^\d+$/.test(toText(value)) && Number(value) >= 400;

/**
 * Reports whether a record denies success in a field for success, status or code. Sentences are not
 * interpreted.
 */
const deniesSuccess = (record: IDataObject): boolean =>
	isNegativeValue(record.success) ||
	isNegativeValue(record.ok) ||
	/^(false|error|fail(ed)?)$/i.test(toText(record.status)) ||
	CODE_KEYS.some((key) => isErrorCode(record[key]));

/** Reports whether the status means failure, or that the message will never be delivered. */
const hasFailedStatus = ({ status }: IDataObject): boolean =>
	deniesSuccess({ status }) || isDeliveredStatus(status) === false;

const isErrorField = (key: string, value: unknown): boolean =>
	ERROR_KEY.test(key) && !isNoError(value);
/**
 * Reports whether a field is a list of `errors`: the parts that a successful request left out. `error` is not
 * such a list.
 */
const isErrorList = (key: string, value: unknown): boolean =>
	/^err(or)?s$/i.test(key) && Array.isArray(value);

const errorsIn = (record: IDataObject): unknown[] =>
	Object.entries(record).flatMap(([key, value]) => (isErrorField(key, value) ? [value] : []));

const hasError = (record: IDataObject): boolean => errorsIn(record).length > 0;

/**
 * Reports whether a record has an error code of 5xx: the service may have executed the request before it
 * failed.
 */
function hasServerErrorCode(record: IDataObject): boolean {
	const nested = isRecord(record.error) ? record.error : {};
	const codes = [...CODE_KEYS, 'error_code', 'error'].flatMap((key) => [
		record[key],
		nested[key],
	]);
	return codes.some((code) => /^5\d\d$/.test(toText(code)));
}

/**
 * Decides whether a 2xx response is a success, by its form and never by its words
 * (docs/adr/0018-by-form-never-by-words.md).
 */
export function judge(
	body: unknown,
	{ response: shape, effect }: Pick<Endpoint, 'response' | 'effect'>,
): Received | Refusal {
	const unwrapped = unwrap(body, shape);
	const isRead = effect === 'read';
	const isSuccess = isRead
		? hasData(unwrapped, shape)
		: isDocumentedSuccess(unwrapped, shape) && !contradictsItself(unwrapped, shape);
	if (isSuccess) return { records: recordsOf(unwrapped, shape) };
	const reported = partsOf(unwrapped).filter((part) => deniesSuccess(part) || hasError(part));
	if (reported.length === 0 && !isRead && shape.expects === 'anything') {
		return undocumentedOutcome(unwrapped, shape);
	}
	const isRefused = reported.length > 0 && !reported.some(hasServerErrorCode);
	const maySucceed = !mayRepeat({ effect }) && showsSuccess(unwrapped, shape);
	return {
		...errorMessage(unwrapped, shape, reported.length > 0),
		outcomeUnknown: !isRefused || maySucceed,
	};
}

/** Returns the records that may report a failure: the response and its data, or each entry of a list. */
const partsOf = ({ json, data }: Unwrapped): IDataObject[] =>
	[...new Set([json, data].flat())].filter(isRecord);

function isDocumentedSuccess({ json, data }: Unwrapped, { expects }: ResponseShape): boolean {
	if (typeof expects === 'object') return hasRecord(data, expects);
	if (expects === 'anything') return hasAnyId(data);
	return expects === 'status' && isRecord(json) && isOkStatus(json.status);
}

const showsSuccess = (unwrapped: Unwrapped, shape: ResponseShape): boolean =>
	isDocumentedSuccess(unwrapped, shape) ||
	Array.isArray(unwrapped.data) ||
	keyIn(unwrapped.json, shape) !== undefined;

/**
 * Reports whether a documented success also denies success or has an error. A list of errors is not a
 * contradiction.
 */
function contradictsItself(unwrapped: Unwrapped, { expects, success }: ResponseShape): boolean {
	const isWrongSuccess = (part: IDataObject) =>
		success !== undefined &&
		part.success !== undefined &&
		!/^(ok|success|true)$/i.test(toText(part.success));
	return partsOf(unwrapped).some(
		(part) =>
			deniesSuccess(part) ||
			part.result === false ||
			part.data === false ||
			(typeof expects === 'object' && hasFailedStatus(part)) ||
			isWrongSuccess(part) ||
			Object.entries(part).some(
				([key, value]) => isErrorField(key, value) && !isErrorList(key, value),
			),
	);
}

/** Reports whether the response of a read has its data. An empty list counts as data. */
function hasData(unwrapped: Unwrapped, shape: ResponseShape): boolean {
	const { json, data } = unwrapped;
	const { expects } = shape;
	const envelope = isRecord(json) && json !== data ? json : {};
	if (deniesSuccess(envelope)) return false;
	if (expects === 'list' || expects === 'names') {
		const rows = isEmptyList(unwrapped, shape) ? [] : data;
		if (!Array.isArray(rows)) return false;
		return rows.length === 0 ? !hasError(envelope) : rows.some(isRow);
	}
	if (typeof expects === 'object') {
		return (
			hasRecord(data, expects) &&
			(!expects.isRequestedById || !hasError(data) || hasRecordFields(data))
		);
	}
	if (isStatusAlone(unwrapped)) return !hasError(envelope);
	if (isRecord(data) && (deniesSuccess(data) || hasError(data))) return hasRecordFields(data);
	return !isEmpty(data) && ['object', 'string'].includes(typeof data);
}

/** Reports whether the list of a documented success is missing, `null` or an empty text. */
const isEmptyList = (
	{ json, data }: Unwrapped,
	{ dataKey, status, needsList }: ResponseShape,
): boolean =>
	!needsList &&
	(data ?? '') === '' &&
	isRecord(json) &&
	dataKey !== undefined &&
	(status ? isOkStatus(json.status) : dataKey in json);

const SENTENCE_KEY =
	/^(message|msg|text|result|data|response|detail|description|info|reason|status)$/i;

/**
 * Returns the sentence in a response that is nothing else: a text, or a record with one text. Empty for an
 * empty response, undefined for any other.
 */
function sentenceIn(data: unknown): string | undefined {
	if (typeof data === 'string') return data.trim();
	if (isEmpty(data)) return '';
	if (!isRecord(data)) return undefined;
	const values = Object.entries(data).filter(
		([key, value]) =>
			!isEmpty(value) && key !== 'code' && !(key === 'status' && isOkStatus(value)),
	);
	const [[key, value] = ['message', '']] = values;
	const isSentence = values.length < 2 && SENTENCE_KEY.test(key) && typeof value === 'string';
	return isSentence ? value.trim() : undefined;
}

/** Returns the outcome of a change or a message if the API documents no response. */
function undocumentedOutcome(unwrapped: Unwrapped, shape: ResponseShape): Received | Refusal {
	const { data } = unwrapped;
	if (isStatusAlone(unwrapped)) return { records: recordsOf(unwrapped, shape) };
	const message = sentenceIn(data);
	if (message !== undefined) {
		const record = isRecord(data) ? data : {};
		return { records: [{ ...record, message }], isUncertain: true };
	}
	if (typeof data === 'object') return { records: recordsOf(unwrapped, shape) };
	return { ...errorMessage(unwrapped, shape, false), outcomeUnknown: true };
}

const isStatusAlone = ({ json, data }: Unwrapped): boolean =>
	isRecord(json) && isOkStatus(json.status) && isEmpty(data);

/**
 * Returns the message of an error. Quotes the service only if it reported a failure, or if the response is a
 * single sentence: any other text may be the text of a message.
 */
function errorMessage(
	unwrapped: Unwrapped,
	shape: ResponseShape,
	isReported: boolean,
): Pick<Refusal, 'message' | 'hasReason'> {
	const words = isReported ? reasonIn(unwrapped, shape) : (sentenceIn(unwrapped.data) ?? '');
	const message =
		(words || fallbackMessage(unwrapped, isReported)) + idSuffix(unwrapped.json, shape);
	return { message, hasReason: words !== '' };
}

/** Returns the service's reason for a failure. If the envelope has a record, only error fields count. */
function reasonIn(unwrapped: Unwrapped, { expects }: ResponseShape): string {
	const { json, data } = unwrapped;
	const hasRecordInside =
		typeof expects === 'object' && json !== data && hasRecord(data, expects);
	if (!hasRecordInside) return errorText(json);
	const { message } = isRecord(json) ? json : {};
	return errorText({ errors: partsOf(unwrapped).flatMap(errorsIn), message });
}

function fallbackMessage(unwrapped: Unwrapped, isReported: boolean): string {
	const failed = partsOf(unwrapped).find(hasFailedStatus);
	if (failed) return `The service returned the status "${toText(failed.status)}"`;
	return isReported ? 'The service reported a failure' : UNEXPECTED_RESPONSE;
}
