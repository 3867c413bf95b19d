import type { IDataObject } from 'n8n-workflow';
import { type Endpoint, mayRepeat } from '../api/endpoint';
import type { ResponseShape } from '../api/responseShapes';
import { deliveryResultOf } from '../api/statusWords';
import { isRecord, toTextWithObjectPlaceholder } from '../values/json';
import {
	hasFieldsBesidesId,
	isExpectedRecord,
	hasAnyId,
	isDeeplyBlank,
	isDataRow,
	isSuccessWord,
	findIdEntry,
	formatIdSuffix,
	type UnwrappedResponse,
	unwrapResponse,
} from './data';
import { extractErrorText, isNoError } from './errorText';
import { extractRecords } from './records';

export interface ReceivedRecords {
	records: IDataObject[];
	/**
	 * True if the response is empty or a single sentence, which does not prove that the request was executed.
	 */
	isUncertain?: true;
}

/** The outcome of a 2xx response that is not a success. */
export interface FailedResponse {
	message: string;
	quotesService: boolean;
	/**
	 * True if the request may have been executed: the service reported no error, a 5xx code, or an
	 * error together with a sign of success.
	 */
	outcomeUnknown: boolean;
}

const ERROR_KEY_PATTERN = /^(error|err(s|msg|_.*)?$)/i;
const STATUS_CODE_KEYS = ['code', 'status', 'statusCode', 'status_code'];

const isFailureValue = (value: unknown): boolean =>
	/^(false|no|0|error|fail(ed)?)$/i.test(toTextWithObjectPlaceholder(value));
const isHttpErrorCode = (value: unknown): boolean =>
	/^\d+$/.test(toTextWithObjectPlaceholder(value)) && Number(value) >= 400;

/**
 * Reports whether `success`, `ok`, `status` or a code field of a record means failure. Sentences in
 * these fields are not interpreted.
 */
const deniesSuccess = (record: IDataObject): boolean =>
	isFailureValue(record.success) ||
	isFailureValue(record.ok) ||
	/^(false|error|fail(ed)?)$/i.test(toTextWithObjectPlaceholder(record.status)) ||
	STATUS_CODE_KEYS.some((key) => isHttpErrorCode(record[key]));

/** Reports whether the status means a failed request or a message that will never be delivered. */
const hasFailedStatus = ({ status }: IDataObject): boolean =>
	deniesSuccess({ status }) || deliveryResultOf(status) === false;

const isErrorField = (key: string, value: unknown): boolean =>
	ERROR_KEY_PATTERN.test(key) && !isNoError(value);
/**
 * Reports whether a field is a list of errors, e.g. of rejected recipients. The request itself may have
 * succeeded.
 */
const isErrorList = (key: string, value: unknown): boolean =>
	/^err(or)?s$/i.test(key) && Array.isArray(value);

const collectErrors = (record: IDataObject): unknown[] =>
	Object.entries(record).flatMap(([key, value]) => (isErrorField(key, value) ? [value] : []));

const hasError = (record: IDataObject): boolean => collectErrors(record).length > 0;

/** Reports whether a record has a 5xx code, which leaves open whether the request was executed. */
function hasServerErrorCode(record: IDataObject): boolean {
	const nested = isRecord(record.error) ? record.error : {};
	const codes = [...STATUS_CODE_KEYS, 'error_code', 'error'].flatMap((key) => [
		record[key],
		nested[key],
	]);
	return codes.some((code) => /^5\d\d$/.test(toTextWithObjectPlaceholder(code)));
}

/**
 * Decides by the form of a 2xx response, never by its words, whether the response is a success
 * (docs/adr/0018-by-form-never-by-words.md).
 */
export function judge(
	body: unknown,
	{ response: shape, effect }: Pick<Endpoint, 'response' | 'effect'>,
): ReceivedRecords | FailedResponse {
	const unwrapped = unwrapResponse(body, shape);
	const isRead = effect === 'read';
	const isSuccess = isRead
		? hasExpectedData(unwrapped, shape)
		: isDocumentedSuccess(unwrapped, shape) && !contradictsSuccess(unwrapped, shape);
	if (isSuccess) return { records: extractRecords(unwrapped, shape) };
	const reported = collectEnvelopeAndRecords(unwrapped).filter(
		(part) => deniesSuccess(part) || hasError(part),
	);
	if (reported.length === 0 && !isRead && shape.expectedData === 'anything') {
		return judgeUndocumented(unwrapped, shape);
	}
	const isRefused = reported.length > 0 && !reported.some(hasServerErrorCode);
	const maySucceed = !mayRepeat({ effect }) && hasSignOfSuccess(unwrapped, shape);
	return {
		...makeFailureFields(unwrapped, shape, reported.length > 0),
		outcomeUnknown: !isRefused || maySucceed,
	};
}

/** Returns the envelope and its data, or each entry of a list. */
const collectEnvelopeAndRecords = ({ json, data }: UnwrappedResponse): IDataObject[] =>
	[...new Set([json, data].flat())].filter(isRecord);

function isDocumentedSuccess(
	{ json, data }: UnwrappedResponse,
	{ expectedData }: ResponseShape,
): boolean {
	if (typeof expectedData === 'object') return isExpectedRecord(data, expectedData);
	if (expectedData === 'anything') return hasAnyId(data);
	return expectedData === 'status' && isRecord(json) && isSuccessWord(json.status);
}

const hasSignOfSuccess = (unwrapped: UnwrappedResponse, shape: ResponseShape): boolean =>
	isDocumentedSuccess(unwrapped, shape) ||
	Array.isArray(unwrapped.data) ||
	findIdEntry(unwrapped.json, shape) !== undefined;

/** Reports whether a successful response also contains a sign of failure. A list of errors is no such sign. */
function contradictsSuccess(
	unwrapped: UnwrappedResponse,
	{ expectedData, successFieldValue }: ResponseShape,
): boolean {
	const isWrongSuccess = (part: IDataObject) =>
		successFieldValue !== undefined &&
		part.success !== undefined &&
		!/^(ok|success|true)$/i.test(toTextWithObjectPlaceholder(part.success));
	return collectEnvelopeAndRecords(unwrapped).some(
		(part) =>
			deniesSuccess(part) ||
			part.result === false ||
			part.data === false ||
			(typeof expectedData === 'object' && hasFailedStatus(part)) ||
			isWrongSuccess(part) ||
			Object.entries(part).some(
				([key, value]) => isErrorField(key, value) && !isErrorList(key, value),
			),
	);
}

/** An empty list counts as data. */
function hasExpectedData(unwrapped: UnwrappedResponse, shape: ResponseShape): boolean {
	const { json, data } = unwrapped;
	const { expectedData } = shape;
	const envelope = isRecord(json) && json !== data ? json : {};
	if (deniesSuccess(envelope)) return false;
	if (expectedData === 'list' || expectedData === 'names') {
		const rows = isListOmitted(unwrapped, shape) ? [] : data;
		if (!Array.isArray(rows)) return false;
		return rows.length === 0 ? !hasError(envelope) : rows.some(isDataRow);
	}
	if (typeof expectedData === 'object') {
		return (
			isExpectedRecord(data, expectedData) &&
			(!expectedData.mayOmitId || !hasError(data) || hasFieldsBesidesId(data))
		);
	}
	if (hasOnlySuccessStatus(unwrapped)) return !hasError(envelope);
	if (isRecord(data) && (deniesSuccess(data) || hasError(data))) return hasFieldsBesidesId(data);
	return !isDeeplyBlank(data) && ['object', 'string'].includes(typeof data);
}

/** Reports whether the list of a successful response is missing, `null` or an empty text. */
const isListOmitted = (
	{ json, data }: UnwrappedResponse,
	{ dataKey, envelopeStatus, requiresList }: ResponseShape,
): boolean =>
	!requiresList &&
	(data ?? '') === '' &&
	isRecord(json) &&
	dataKey !== undefined &&
	(envelopeStatus ? isSuccessWord(json.status) : dataKey in json);

const SENTENCE_KEY_PATTERN =
	/^(message|msg|text|result|data|response|detail|description|info|reason|status)$/i;

/** Returns the only text of a response, '' for an empty response, and undefined for any other response. */
function findSingleSentence(data: unknown): string | undefined {
	if (typeof data === 'string') return data.trim();
	if (isDeeplyBlank(data)) return '';
	if (!isRecord(data)) return undefined;
	const values = Object.entries(data).filter(
		([key, value]) =>
			!isDeeplyBlank(value) && key !== 'code' && !(key === 'status' && isSuccessWord(value)),
	);
	const [[key, value] = ['message', '']] = values;
	const isSentence =
		values.length < 2 && SENTENCE_KEY_PATTERN.test(key) && typeof value === 'string';
	return isSentence ? value.trim() : undefined;
}

function judgeUndocumented(
	unwrapped: UnwrappedResponse,
	shape: ResponseShape,
): ReceivedRecords | FailedResponse {
	const { data } = unwrapped;
	if (hasOnlySuccessStatus(unwrapped)) return { records: extractRecords(unwrapped, shape) };
	const message = findSingleSentence(data);
	if (message !== undefined) {
		const record = isRecord(data) ? data : {};
		return { records: [{ ...record, message }], isUncertain: true };
	}
	if (typeof data === 'object') return { records: extractRecords(unwrapped, shape) };
	return { ...makeFailureFields(unwrapped, shape, false), outcomeUnknown: true };
}

const hasOnlySuccessStatus = ({ json, data }: UnwrappedResponse): boolean =>
	isRecord(json) && isSuccessWord(json.status) && isDeeplyBlank(data);

/**
 * Quotes the service only if it reported a failure or returned a single sentence: any other text may be the
 * content of a message.
 */
function makeFailureFields(
	unwrapped: UnwrappedResponse,
	shape: ResponseShape,
	isReported: boolean,
): Pick<FailedResponse, 'message' | 'quotesService'> {
	const words = isReported
		? extractReason(unwrapped, shape)
		: (findSingleSentence(unwrapped.data) ?? '');
	const message =
		(words || makeFallbackMessage(unwrapped, isReported)) +
		formatIdSuffix(unwrapped.json, shape);
	return { message, quotesService: words !== '' };
}

/** If the data is a valid record, the reason comes only from error fields and the `message` of the envelope. */
function extractReason(unwrapped: UnwrappedResponse, { expectedData }: ResponseShape): string {
	const { json, data } = unwrapped;
	const hasRecordInside =
		typeof expectedData === 'object' && json !== data && isExpectedRecord(data, expectedData);
	if (!hasRecordInside) return extractErrorText(json);
	const { message } = isRecord(json) ? json : {};
	return extractErrorText({
		errors: collectEnvelopeAndRecords(unwrapped).flatMap(collectErrors),
		message,
	});
}

function makeFallbackMessage(unwrapped: UnwrappedResponse, isReported: boolean): string {
	const failed = collectEnvelopeAndRecords(unwrapped).find(hasFailedStatus);
	if (failed)
		return `The service returned the status "${toTextWithObjectPlaceholder(failed.status)}"`;
	return isReported
		? 'The service reported a failure'
		: "The response does not match the service's documentation";
}
