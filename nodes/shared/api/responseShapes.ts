import type { IDataObject } from 'n8n-workflow';

/** A successful response, as far as the service documents it. */
export interface ResponseShape {
	/** The documented value of `status`. Without it, a `status` in the response is data. */
	status?: 'OK' | 'ok' | 'success';
	/** The key of the data. Without it, the whole body is the data. */
	data?: 'result' | 'data';
	/** A key that a record must have, or a list. Without it, any JSON is accepted. */
	expects?: { key: string } | 'list';
	/** The output item for a success without data. */
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
/** `{ status: 'OK', result: [] }`. An empty list may have no `result`. */
export const envelopeList: ResponseShape = { status: 'OK', data: 'result', expects: 'list' };
/** `{ result: [] }` without a documented status (lists of v1). */
export const resultList: ResponseShape = { data: 'result', expects: 'list' };
/** A bare list. */
export const bareList: ResponseShape = { expects: 'list' };
/** `{ status: 'OK', result }` with a record that has this key. */
export const envelopeWith = (key: string): ResponseShape => ({ ...envelope, expects: { key } });
/** `{ status: 'OK' }` after something was deleted. */
export const deletedEnvelope: ResponseShape = {
	status: 'OK',
	data: 'result',
	successItem: { deleted: true },
};
/** A bare record that has this key. */
export const recordWith = (key: string): ResponseShape => ({ expects: { key } });
/** The documentation shows no body. Any JSON and any short text is accepted. */
export const undocumented: ResponseShape = { data: 'result', successItem: { success: true } };
