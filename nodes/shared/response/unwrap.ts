import type { IDataObject } from 'n8n-workflow';
import type { ResponseShape } from '../api/responseShapes';
import { isRecord, toText } from '../values/json';
import { entriesOf, hasRecord, isAboutRequest, SUCCESS } from './showsSuccess';

const isMissing = (value: unknown): boolean => (value ?? '') === '';

/** Whether there is nothing: no value, an empty text, `[]` or `{}`. */
export const isNothing = (data: unknown): boolean =>
	isMissing(data) || (typeof data === 'object' && Object.keys(data as object).length === 0);

const isList = ({ expects }: ResponseShape): boolean => expects === 'list' || expects === 'names';

/** Older responses have a record in a list of one. Where no list is documented, that is the record. */
export const soleRecord = (json: unknown, shape: ResponseShape): unknown =>
	isList(shape) ? json : sole(json);

/** The record of a list of one, or what was given. An envelope may be in such a list too. */
export function sole(json: unknown): unknown {
	const [one, ...others] = entriesOf(json);
	return isRecord(one) && others.length === 0 ? one : json;
}

/**
 * The data of a response: what is in its envelope, or all of it. An envelope has a `status` of success and
 * the data in `result` or `data`, also where none is documented.
 *
 * @returns undefined for a documented envelope without data
 */
export function dataOf(json: unknown, shape: ResponseShape): unknown {
	if (!isRecord(json)) return inner(json, shape);
	const { expects, data: key } = shape;
	if (expects === 'anything') return dataOfAnything(json);
	const documented = key && json[key];
	if (!isMissing(documented)) return inner(documented, shape);
	const isRecordItself = key === undefined && hasRecord(json, expects);
	const isEnvelope = SUCCESS.test(toText(json.status)) && !isRecordItself;
	const found = isEnvelope ? (json.result ?? json.data) : undefined;
	return inner(found ?? (key ? documented : json), shape);
}

/** Where no body is documented, a field beside the data may be data too. */
function dataOfAnything(json: IDataObject): unknown {
	const { status = 'ok', result, data, ...others } = json;
	if (!isNothing(result)) return soleRecord(result, UNDOCUMENTED);
	if (!SUCCESS.test(toText(status)) || !Object.keys(others).every(isAboutRequest)) return json;
	if (!isNothing(data)) return soleRecord(data, UNDOCUMENTED);
	return isNothing(others) ? undefined : json;
}
const UNDOCUMENTED: ResponseShape = { expects: 'anything' };

/** The data as its shape has it, or as it is. */
function inner(data: unknown, shape: ResponseShape): unknown {
	if (shape.expects === 'list') return toList(data) ?? data;
	if (shape.expects === 'names') return toNames(data) ?? data;
	return soleRecord(data, shape);
}

/** PHP writes an empty list as `{}`, and one with gaps as a map of its records. */
function toList(data: unknown): unknown[] | undefined {
	if (typeof data === 'object' && isNothing(data)) return [];
	if (!isRecord(data)) return undefined;
	// One mailing of a batch.
	if (Array.isArray(data.success)) return [data];
	const entries = Object.entries(data);
	const isMap = entries.every(([key, value]) => isRecord(value) && !isAboutRequest(key));
	return isMap ? entries.map(([, value]) => value) : undefined;
}

/**
 * Sender names with their IDs. PHP writes a map of them by ID, and as a list if the IDs count from 0: each
 * account has a name with the ID 0. Other keys of a map are no IDs.
 */
function toNames(data: unknown): unknown[] | undefined {
	if (typeof data === 'object' && isNothing(data)) return [];
	if (!Array.isArray(data) && !isRecord(data)) return undefined;
	const entries = Object.entries(data).filter(([key]) => /^\d+$/.test(key));
	if (entries.length === 0) return undefined;
	return entries.map(([id, value]: [string, unknown]) => {
		if (!isRecord(value)) return { id, name: value };
		return Array.isArray(data) ? value : { id, ...value };
	});
}
