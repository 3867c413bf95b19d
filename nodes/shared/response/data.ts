import type { IDataObject } from 'n8n-workflow';
import type { RecordShape, ResponseShape } from '../api/responseShapes';
import { isDeliveredStatus } from '../api/statusWords';
import { isBlank } from '../values/formats';
import { isRecord, toText } from '../values/json';

/** A documented `status` of success. */
export const isOk = (status: unknown): boolean => /^(ok|success)$/i.test(toText(status));

/** Keys that tell about a request, and not about what was asked for. */
const ABOUT_REQUEST =
	/^(error.*|err(s|msg|_.*)?|message|msg|code|ok|success|response|status(_?code)?|reason|details?|description|text|info|result|data|title)$/i;
const ERROR_STATUS = /^(error|fail(ed)?)$/i;
const isId = (key: string): boolean => /^(.*_|uu)?id$/i.test(key);

/** Whether there is nothing: no value, a blank text, or a list or an object of nothing. */
export const isNothing = (value: unknown): boolean =>
	typeof value === 'object' && value !== null
		? Object.values(value).every(isNothing)
		: isBlank(value);

/** Whether a record has an ID, whatever its name. */
export const hasSomeId = (record: unknown): record is IDataObject =>
	isRecord(record) && Object.keys(record).some((key) => isId(key) && hasKey(record, key));

/** Whether a record has its documented key. An ID that is a number is 1 or more; `inserted` may be 0. */
function hasKey(record: unknown, key: string): boolean {
	const value = isRecord(record) ? record[key] : undefined;
	if (isBlank(value) || !['string', 'number'].includes(typeof value)) return false;
	if (!key.endsWith('id')) return true;
	const id = String(value).trim();
	return /^[-+]?[\d.]+$/.test(id) ? /^0*[1-9]\d*$/.test(id) : !NO_ID.test(id);
}

const NO_ID = /^(null|undefined|none|nan|true|false|error|fail(ed)?)$/i;

/** The key of a record's ID, if it has one: the documented key, or the one of older responses. */
const idKeyIn = (record: unknown, { key, olderKey }: RecordShape): string | undefined =>
	[key, olderKey].find((name) => name !== undefined && hasKey(record, name));

const hasStatusWord = ({ status }: IDataObject): boolean =>
	isDeliveredStatus(status) !== undefined && !/^error$/i.test(toText(status));

/** Whether a record tells about what was asked for: more than an ID, and not only about the request. */
export const hasFacts = (record: IDataObject): boolean =>
	Object.keys(record).some((key) => !ABOUT_REQUEST.test(key) && !isId(key)) ||
	hasStatusWord(record);

/** Whether an entry of a list is a record, and no error in place of one. Those of a batch may have lists alone. */
export const isRow = (row: unknown): boolean =>
	isRecord(row) &&
	(Object.keys(row).some((key) => !ABOUT_REQUEST.test(key) || key === 'error_code') ||
		typeof (row.success ?? row.errors ?? '') === 'object' ||
		(typeof row.status === 'string' && !/^(|ok|success|error)$/i.test(row.status)));

/**
 * Whether a record is what the operation documents: it has its key, or, if the step was given the ID that
 * it lacks, anything that tells about it.
 */
export function hasRecord(record: unknown, expects: RecordShape): record is IDataObject {
	if (idKeyIn(record, expects)) return true;
	if (!expects.isGiven || !isRecord(record) || expects.key in record || isMap(record))
		return false;
	const isAboutRequest = Object.keys(record).every((key) => ABOUT_REQUEST.test(key));
	return !isAboutRequest || (hasStatusWord(record) && !ERROR_STATUS.test(toText(record.status)));
}

/** Puts the ID of an older response where the documented one is. */
export function renameId(record: IDataObject, expects: RecordShape): void {
	const found = idKeyIn(record, expects);
	if (found && found !== expects.key) record[expects.key] = record[found];
}

/** The documented key of a record anywhere in a response, with its value, e.g. `['sms_id', 5]`. */
export function keyIn(json: unknown, { expects }: ResponseShape): [string, unknown] | undefined {
	if (typeof expects !== 'object' || expects.key === 'status') return undefined;
	const envelope = isRecord(json) ? [json, json.result, json.data] : [json];
	for (const record of envelope.flatMap(entriesOf)) {
		const key = idKeyIn(record, expects);
		if (key) return [expects.key, (record as IDataObject)[key]];
	}
	return undefined;
}

/** The ID in a response for the end of an error: ` (sms_id 5)`. Empty without one. */
export function shownId(json: unknown, shape: ResponseShape): string {
	const [key = '', value] = keyIn(json, shape) ?? [];
	return isId(key) ? ` (${key} ${String(value)})` : '';
}

/** PHP writes a list with gaps, or by ID, as a map. */
const isMap = (value: object): boolean =>
	Object.entries(value).length > 0 &&
	Object.entries(value).every(([key, one]) => /^\d+$/.test(key) && isRecord(one));

/** The entries of a list or of a map of records; of all else it itself. */
function entriesOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value as unknown[];
	return isRecord(value) && isMap(value) ? Object.values(value) : [value];
}

/** The record of a list of one, as older responses have it, or what was given. */
function sole(json: unknown): unknown {
	const [one, ...others] = entriesOf(json);
	return isRecord(one) && others.length === 0 ? one : json;
}

/** A response and its data: what is in its envelope, or all of it. */
export interface Unwrapped {
	json: unknown;
	data: unknown;
}

export function unwrap(body: unknown, shape: ResponseShape): Unwrapped {
	const { expects } = shape;
	const isList = expects === 'list' || expects === 'names';
	const json = isList && !shape.data ? body : sole(body);
	if (isList) return { json, data: listIn(json, shape) };
	return { json, data: isRecord(json) ? recordIn(json, shape) : json };
}

/** The data of a documented envelope; an undocumented one is opened too. */
function listIn(json: unknown, { data: key, expects }: ResponseShape): unknown {
	const toRows = expects === 'names' ? toNames : toList;
	if (!isRecord(json)) return toRows(json) ?? json;
	const documented = key && json[key];
	const isThere = (documented ?? '') !== '';
	const other = !isThere && isOk(json.status) ? (json.result ?? json.data) : undefined;
	const data = other ?? (key ? documented : json);
	return toRows(data) ?? data;
}

function recordIn(json: IDataObject, { expects, status }: ResponseShape): unknown {
	const { result, data, ...others } = json;
	const inside = [result, data].map(sole);
	const found = inside.find((one) => !isNothing(one));
	if (typeof expects === 'object') {
		// An envelope has a `status` of its own.
		if (expects.key === 'status' && status) return found;
		return [...inside, json].find((one) => hasRecord(one, expects)) ?? found ?? json;
	}
	if (expects === 'status') return found;
	if (!isOk(json.status ?? 'ok')) return json;
	// Where no body is documented, a field beside a text or `data` may be data too.
	const isAlone = Object.keys(others).every((key) => ABOUT_REQUEST.test(key));
	if (!isNothing(result) && (isAlone || typeof result === 'object')) return sole(result);
	if (!isAlone) return json;
	if (!isNothing(data)) return sole(data);
	return isNothing({ ...others, status: '', code: '' }) ? (result ?? data) : others;
}

/** PHP writes an empty list as `{}`, and one with gaps as a map of its records. */
function toList(data: unknown): unknown[] | undefined {
	if (Array.isArray(data)) return data;
	if (!isRecord(data)) return undefined;
	// One mailing of a batch.
	if (Array.isArray(data.success)) return [data];
	const entries = Object.entries(data);
	const isList = entries.every(([key, value]) => isRecord(value) && !ABOUT_REQUEST.test(key));
	return isList ? entries.map(([, value]) => value) : undefined;
}

/**
 * Sender names with their IDs. PHP writes a map of them by ID, and as a list if the IDs count from 0: each
 * account has a name with the ID 0. Other keys of a map are no IDs.
 */
function toNames(data: unknown): unknown[] | undefined {
	if (!Array.isArray(data) && !isRecord(data)) return undefined;
	if (Object.keys(data).length === 0) return [];
	const entries = Object.entries(data).filter(([key]) => /^\d+$/.test(key));
	if (entries.length === 0) return undefined;
	return entries.map(([id, value]: [string, unknown]) => {
		if (!isRecord(value)) return { id, name: value };
		return Array.isArray(data) ? value : { id, ...value };
	});
}
