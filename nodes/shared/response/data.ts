import type { IDataObject } from 'n8n-workflow';
import type { RecordShape, ResponseShape } from '../api/responseShapes';
import { deliveryResultOf } from '../api/statusWords';
import { isBlank } from '../values/formats';
import { isRecord, toTextWithObjectPlaceholder } from '../values/json';

export const isSuccessWord = (status: unknown): boolean =>
	/^(ok|success)$/i.test(toTextWithObjectPlaceholder(status));

/** Matches keys that report the outcome of a request. Other keys belong to a record. */
const OUTCOME_KEY_PATTERN =
	/^(error.*|err(s|msg|_.*)?|message|msg|code|ok|success|response|status(_?code)?|reason|details?|description|text|info|result|data|title)$/i;
export const isIdFieldName = (key: string): boolean => /^(.*_|uu)?id$/i.test(key);

export const isDeeplyBlank = (value: unknown): boolean =>
	typeof value === 'object' && value !== null
		? Object.values(value).every(isDeeplyBlank)
		: isBlank(value);

export const hasAnyId = (record: unknown): record is IDataObject =>
	isRecord(record) &&
	Object.keys(record).some((key) => isIdFieldName(key) && hasUsableValue(record, key));

/** A numeric ID must be a whole number other than 0. */
function hasUsableValue(record: unknown, key: string): boolean {
	const value = isRecord(record) ? record[key] : undefined;
	if (isBlank(value) || !['string', 'number'].includes(typeof value)) return false;
	if (!key.endsWith('id')) return true;
	const id = String(value).trim();
	return /^[-+]?[\d.]+$/.test(id) ? /^-?0*[1-9]\d*$/.test(id) : !INVALID_ID_PATTERN.test(id);
}

const INVALID_ID_PATTERN = /^(null|undefined|none|nan|true|false|error|fail(ed)?)$/i;

/** Returns the documented or the alternative key of the ID, or undefined if neither has a usable value. */
const findIdKey = (
	record: unknown,
	{ requiredKey, alternativeKey }: RecordShape,
): string | undefined =>
	[requiredKey, alternativeKey].find(
		(name) => name !== undefined && hasUsableValue(record, name),
	);

const hasDeliveryStatus = ({ status }: IDataObject): boolean =>
	deliveryResultOf(status) !== undefined && !/^error$/i.test(toTextWithObjectPlaceholder(status));

/** Reports whether a record has fields besides its ID and the outcome of the request. */
export const hasFieldsBesidesId = (record: IDataObject): boolean =>
	Object.keys(record).some((key) => !OUTCOME_KEY_PATTERN.test(key) && !isIdFieldName(key)) ||
	hasDeliveryStatus(record);

/**
 * Reports whether an entry of a list is a record, not an error. An entry with a list in `success` or `errors` is
 * a record about a batch.
 */
export const isDataRow = (row: unknown): boolean =>
	isRecord(row) &&
	(Object.keys(row).some((key) => !OUTCOME_KEY_PATTERN.test(key) || key === 'error_code') ||
		typeof (row.success ?? row.errors ?? '') === 'object' ||
		(typeof row.status === 'string' && !/^(|ok|success|error)$/i.test(row.status)));

/**
 * Reports whether a value is a record with the required key, e.g. its ID. If the response may omit
 * the ID, any field besides the outcome of the request is enough.
 */
export function isExpectedRecord(record: unknown, expects: RecordShape): record is IDataObject {
	if (findIdKey(record, expects)) return true;
	if (
		!expects.mayOmitId ||
		!isRecord(record) ||
		expects.requiredKey in record ||
		isListAsMap(record)
	)
		return false;
	const hasOnlyRequestKeys = Object.keys(record).every((key) => OUTCOME_KEY_PATTERN.test(key));
	return (
		!hasOnlyRequestKeys ||
		(hasDeliveryStatus(record) && !/^failed$/i.test(toTextWithObjectPlaceholder(record.status)))
	);
}

export function addDocumentedId(record: IDataObject, expects: RecordShape): void {
	const found = findIdKey(record, expects);
	if (found && found !== expects.requiredKey) record[expects.requiredKey] = record[found];
}

/**
 * Returns the documented key and its value, e.g. `['sms_id', 5]`, from the response or its `result` or `data`.
 */
export function findIdEntry(
	json: unknown,
	{ expectedData }: ResponseShape,
): [string, unknown] | undefined {
	if (typeof expectedData !== 'object' || expectedData.requiredKey === 'status') return undefined;
	const envelope = isRecord(json) ? [json, json.result, json.data] : [json];
	for (const record of envelope.flatMap(ensureList)) {
		const key = findIdKey(record, expectedData);
		if (key) return [expectedData.requiredKey, (record as IDataObject)[key]];
	}
	return undefined;
}

/** Formats the ID for the end of an error message, e.g. ` (sms_id 5)`. Returns '' if the response has no ID. */
export function formatIdSuffix(json: unknown, shape: ResponseShape): string {
	const [key = '', value] = findIdEntry(json, shape) ?? [];
	return isIdFieldName(key) ? ` (${key} ${String(value)})` : '';
}

/** Reports whether PHP has written a list as a map by index or ID. */
const isListAsMap = (value: object): boolean =>
	Object.entries(value).length > 0 &&
	Object.entries(value).every(([key, entry]) => /^\d+$/.test(key) && isRecord(entry));

/** Returns the entries of a list, even if PHP has written a map. Wraps any other value in a list. */
function ensureList(value: unknown): unknown[] {
	if (Array.isArray(value)) return value as unknown[];
	return isRecord(value) && isListAsMap(value) ? Object.values(value) : [value];
}

/** Unwraps a record, because older responses wrap records in lists. */
function unwrapSingleRecord(json: unknown): unknown {
	const [record, ...others] = ensureList(json);
	return isRecord(record) && others.length === 0 ? record : json;
}

export interface UnwrappedResponse {
	json: unknown;
	data: unknown;
}

export function unwrapResponse(body: unknown, shape: ResponseShape): UnwrappedResponse {
	const { expectedData } = shape;
	const isList = expectedData === 'list' || expectedData === 'names';
	const json = isList && !shape.dataKey ? body : unwrapSingleRecord(body);
	if (isList) return { json, data: unwrapListData(json, shape) };
	return { json, data: isRecord(json) ? unwrapRecordData(json, shape) : json };
}

/**
 * Returns the list under the documented key. In a successful response, the list may be under `result` or `data`
 * instead.
 */
function unwrapListData(
	json: unknown,
	{ dataKey, expectedData, requiresList }: ResponseShape,
): unknown {
	const toRows = expectedData === 'names' ? tryReadNameRows : tryReadRows;
	if (!isRecord(json)) return toRows(json) ?? json;
	const documented = dataKey && json[dataKey];
	const isThere = (documented ?? '') !== '';
	const alternative =
		!isThere && isSuccessWord(json.status) ? (json.result ?? json.data) : undefined;
	const data = alternative ?? (dataKey ? documented : json);
	const isEmptyObject = isRecord(data) && Object.keys(data).length === 0;
	return requiresList && isEmptyObject ? undefined : (toRows(data) ?? data);
}

function unwrapRecordData(
	json: IDataObject,
	{ expectedData, envelopeStatus }: ResponseShape,
): unknown {
	const { result, data, ...others } = json;
	const inside = [result, data].map(unwrapSingleRecord);
	const found = inside.find((part) => !isDeeplyBlank(part));
	if (typeof expectedData === 'object') {
		// Excludes the envelope, because its `status` describes the request.
		if (expectedData.requiredKey === 'status' && envelopeStatus) return found;
		return (
			[...inside, json].find((part) => isExpectedRecord(part, expectedData)) ?? found ?? json
		);
	}
	if (expectedData === 'status') return found;
	if (!isSuccessWord(json.status ?? 'ok')) return json;
	// If the API documents no body, fields other than `result` and `data` may be data too.
	const isAlone = Object.keys(others).every((key) => OUTCOME_KEY_PATTERN.test(key));
	if (!isDeeplyBlank(result) && (isAlone || typeof result === 'object'))
		return unwrapSingleRecord(result);
	if (!isAlone) return json;
	if (!isDeeplyBlank(data)) return unwrapSingleRecord(data);
	return isDeeplyBlank({ ...others, status: '', code: '' }) ? (result ?? data) : others;
}

/** PHP may write a list as a map, and an empty list as `{}`. */
function tryReadRows(data: unknown): unknown[] | undefined {
	if (Array.isArray(data)) return data;
	if (!isRecord(data)) return undefined;
	// The status of a batch with a single mailing is not wrapped in a list.
	if (Array.isArray(data.success)) return [data];
	const entries = Object.entries(data);
	const isList = entries.every(
		([key, value]) => isRecord(value) && !OUTCOME_KEY_PATTERN.test(key),
	);
	return isList ? entries.map(([, value]) => value) : undefined;
}

/**
 * Returns names with their IDs. PHP writes a map from IDs to names as a list if the IDs count from 0. Keys that
 * are not numbers are ignored.
 */
function tryReadNameRows(data: unknown): unknown[] | undefined {
	if (!Array.isArray(data) && !isRecord(data)) return undefined;
	if (Object.keys(data).length === 0) return [];
	const entries = Object.entries(data).filter(([key]) => /^\d+$/.test(key));
	if (entries.length === 0) return undefined;
	return entries.map(([id, value]: [string, unknown]) => {
		if (!isRecord(value)) return { id, name: value };
		return Array.isArray(data) ? value : { id, ...value };
	});
}
