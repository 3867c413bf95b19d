import type { IDataObject } from 'n8n-workflow';

/** What the service answers on success, as far as it documents it. */
export interface ResponseShape {
	/** The documented value of `status`; without it a `status` is data, not an outcome. */
	status?: 'OK' | 'ok' | 'success';
	/** Where the data is; without it the whole body is the data. */
	data?: 'result' | 'data';
	/** A key that a record must have, or that the data is a list; without it any JSON will do. */
	expects?: { key: string } | 'list';
	/** The item for a success without data. */
	successItem?: IDataObject;
	/** An HTTP status that means an empty list. */
	emptyStatus?: number;
}

/** `{ status: 'OK', result }` with a record, a text or nothing in `result` (most v2 operations). */
export const envelope: ResponseShape = {
	status: 'OK',
	data: 'result',
	successItem: { success: true },
};
/** `{ status: 'OK', result: [] }`; `result` may be absent when there is nothing. */
export const envelopeList: ResponseShape = { status: 'OK', data: 'result', expects: 'list' };
/** `{ result: [] }` without a documented status (lists of v1). */
export const resultList: ResponseShape = { data: 'result', expects: 'list' };
/** A bare list. */
export const bareList: ResponseShape = { expects: 'list' };
/** `{ status: 'OK', result }` with a record that is known by one of its keys. */
export const envelopeWith = (key: string): ResponseShape => ({ ...envelope, expects: { key } });
/** `{ status: 'OK' }` after something was deleted. */
export const deletedEnvelope: ResponseShape = {
	status: 'OK',
	data: 'result',
	successItem: { deleted: true },
};
/** A bare record that is known by one of its keys. */
export const recordWith = (key: string): ResponseShape => ({ expects: { key } });
/** The documentation shows no body: any JSON, or a short text, is taken as it comes. */
export const undocumented: ResponseShape = { data: 'result', successItem: { success: true } };
