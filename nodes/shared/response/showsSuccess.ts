import type { IDataObject } from 'n8n-workflow';
import type { RecordShape, ResponseShape } from '../api/responseShapes';
import { isDeliveredStatus } from '../api/statusWords';
import { isBlank } from '../values/formats';
import { isRecord, toText } from '../values/json';
import { saysFailure } from './errorText';

export const SUCCESS = /^(ok|success)$/i;

/** Whether a record has its documented key. An ID is not 0; `inserted` may be. */
function hasKey(record: unknown, key: string): boolean {
	const value = isRecord(record) ? record[key] : undefined;
	if (isBlank(value) || !['string', 'number'].includes(typeof value)) return false;
	return !(key.endsWith('id') && NO_ID.test(String(value).trim()));
}

const NO_ID = /^(0+|null|undefined|none|nan|true|false)$/i;

/** The key of a record's ID, if it has one: the documented key, or the one of older responses. */
const idKeyIn = (record: unknown, { key, olderKey }: RecordShape): string | undefined =>
	[key, olderKey].find((name) => name !== undefined && hasKey(record, name));

/** Keys that tell about a request, and not about what was asked for. */
const ABOUT_REQUEST =
	/^(error.*|message|msg|code|ok|success|response|status(_?code)?|reason|details?|result|data|title)$/i;

export const isAboutRequest = (key: string): boolean => ABOUT_REQUEST.test(key);

/**
 * Whether a record is what the operation documents: it has its key, or, if the step was given the ID that it
 * lacks, anything that tells about it.
 */
export function hasRecord(record: unknown, expects: ResponseShape['expects']): boolean {
	if (typeof expects !== 'object') return false;
	if (idKeyIn(record, expects)) return true;
	if (!expects.isGiven || !isRecord(record) || expects.key in record) return false;
	if (isMap(record)) return false;
	return !Object.keys(record).every(isAboutRequest) || isDelivery(record.status);
}

/** Whether a status is a word about a message, and none about a request that has failed. */
const isDelivery = (status: unknown): boolean =>
	isDeliveredStatus(status) !== undefined && !saysFailure(status);

/** Puts the ID of an older response where the documented one is. */
export function renameId(record: IDataObject, expects: RecordShape): void {
	const { key } = expects;
	const found = idKeyIn(record, expects);
	if (found && found !== key) record[key] = record[found];
}

/** What may be the record of a response: it, or what is in its envelope. */
const recordsIn = (json: IDataObject): unknown[] =>
	[json, json.result, json.data].flatMap(entriesOf);

/** PHP writes a list with gaps, or by ID, as a map. */
const isMap = (value: object): boolean =>
	Object.entries(value).length > 0 &&
	Object.entries(value).every(([key, one]) => /^\d+$/.test(key) && isRecord(one));

/** The entries of a list or of a map of records; of all else it itself. */
export function entriesOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value as unknown[];
	return isRecord(value) && isMap(value) ? Object.values(value) : [value];
}

/** Whether a response has its documented ID or status, whatever else it reports. */
export const showsSuccess = (json: IDataObject, { expects }: ResponseShape): boolean =>
	typeof expects === 'object'
		? recordsIn(json).some((record) => idKeyIn(record, expects))
		: SUCCESS.test(toText(json.status));

/** The documented ID of a response, for the end of an error: ` (sms_id 5)`. Empty without one. */
export function shownId(json: IDataObject, { expects }: ResponseShape): string {
	if (typeof expects !== 'object' || !expects.key.endsWith('id')) return '';
	for (const record of recordsIn(json)) {
		const key = idKeyIn(record, expects);
		if (key) return ` (${key} ${String((record as IDataObject)[key])})`;
	}
	return '';
}
