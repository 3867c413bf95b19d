import type { IDataObject } from 'n8n-workflow';
import type { ResponseShape } from '../api/responseShapes';
import { isBlank } from '../values/formats';
import { isRecord } from '../values/json';

export const SUCCESS = /^(ok|success)$/i;

/** Whether a record has its documented key. An ID is not 0; `inserted` may be. */
export function hasKey(record: unknown, key: string): boolean {
	const value = isRecord(record) ? record[key] : undefined;
	if (isBlank(value) || !['string', 'number'].includes(typeof value)) return false;
	return !(key.endsWith('id') && NO_ID.test(String(value).trim()));
}

const NO_ID = /^(0+|null|undefined|none|nan|true|false)$/i;

/** Whether a response has its documented ID or status, whatever else it reports. */
export const showsSuccess = (json: IDataObject, { expects }: ResponseShape): boolean =>
	typeof expects === 'object'
		? [json, json.result].some((record) => hasKey(record, expects.key))
		: SUCCESS.test(String(json.status));

/** The documented ID of a response, for the end of an error: ` (sms_id 5)`. Empty without one. */
export function shownId(json: IDataObject, { expects }: ResponseShape): string {
	if (typeof expects !== 'object' || !expects.key.endsWith('id')) return '';
	const { key } = expects;
	const record = [json, json.result].find((one) => hasKey(one, key)) as IDataObject | undefined;
	return record ? ` (${key} ${String(record[key])})` : '';
}
