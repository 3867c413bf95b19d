import type { IDataObject } from 'n8n-workflow';
import type { ResponseShape } from '../api/responseShapes';
import { isRecord } from '../values/json';
import { oneLine } from '../values/singleLine';
import { addFields } from './addedFields';
import { isNothing, isOk, renameId, type Unwrapped } from './data';
import { errorText, isNoError } from './errorText';

/**
 * The records of a successful response, which is modified. A field `error` is renamed to `error_text`, because
 * n8n takes an item with an `error` for a failed one, and runs the step again.
 */
export function recordsOf({ json, data }: Unwrapped, shape: ResponseShape): IDataObject[] {
	const { expects, successItem = { success: true } } = shape;
	const isList = expects === 'list' || expects === 'names';
	const rows: unknown[] = isList ? (data as unknown[]) || [] : entriesOf(data);
	const records = isList || !isNothing(data) ? rows.map(recordOf) : [{ ...successItem }];
	const [record] = records;
	if (isList || !isRecord(json) || records.length > 1) return records;
	if (typeof expects === 'object') renameId(record, expects);
	if (json !== data) addFields(record, besides(json, expects === 'status'));
	return records;
}

const entriesOf = (data: unknown): unknown[] =>
	Array.isArray(data) ? (data as unknown[]) : [data];

const recordOf = (row: unknown): IDataObject => {
	if (isRecord(row)) return withoutErrorKeys(row);
	return { message: typeof row === 'string' ? oneLine(row) : (row as IDataObject[string]) };
};

/** The fields of an envelope that are not its data: its lists of problems, or all of them (`isAll`). */
function besides(json: IDataObject, isAll: boolean): IDataObject {
	const { error, ...others } = json;
	const errors = isNoError(error) ? {} : { errors: [oneLine(errorText(error))] };
	const fields = Object.entries(others).filter(
		([key, value]) =>
			!isNothing(value) &&
			(isAll ? !OF_ENVELOPE.test(key) : BESIDE_RECORD.test(key)) &&
			!(key === 'status' && isOk(value)),
	);
	return { ...errors, ...withoutErrorKeys(Object.fromEntries(fields)) };
}

const OF_ENVELOPE = /^(result|data|code|ok|success)$/i;
const BESIDE_RECORD = /^(errors|warnings|log|status)$/;

/** The record with every `error` renamed to `error_text`. */
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
