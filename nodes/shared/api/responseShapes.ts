import type { IDataObject } from 'n8n-workflow';

/** A successful response, as far as the service documents it. */
export interface ResponseShape {
	/**
	 * A record that has this key, a list, a list of names with their IDs, only a status (a text may come with
	 * it), or anything: the documentation shows no body. Only lists may be empty, and only the last two may
	 * have no data.
	 */
	expects: RecordShape | 'list' | 'names' | 'status' | 'anything';
	/** The documented value of `status`. Without it, a `status` in the response is data. */
	status?: 'OK' | 'ok' | 'success';
	/** The key of the data. Without it, the whole body is the data. */
	data?: 'result' | 'data';
	/** The output item for a success without data. */
	successItem?: IDataObject;
	/** Whether a success needs its list, even an empty one. Elsewhere an empty list may be omitted. */
	needsList?: true;
	/** An HTTP status that means an empty list. */
	emptyStatus?: number;
	/** The documented value of `success`. Any other value contradicts the ID in the same response. */
	success?: 'OK';
}

/** A record, and what shows that it is one. */
export interface RecordShape {
	/** Its ID, or another field that it always has. */
	key: string;
	/** What older responses call its ID. */
	olderKey?: string;
	/** The step was given this ID, so the response may lack it. */
	isRequestedById?: true;
	/** An error with an ID says that the service has the record already, and makes no second one. */
	mayAlreadyExist?: true;
}

/** `{ status: 'OK' }`, or with a text in `result`. */
export const statusOnly: ResponseShape = { status: 'OK', data: 'result', expects: 'status' };
/** `{ status: 'OK', result: [] }`. An empty list may have no `result`. */
export const envelopeList: ResponseShape = { status: 'OK', data: 'result', expects: 'list' };
/** `{ result: [] }` without a documented status (lists of v1). */
export const resultList: ResponseShape = { data: 'result', expects: 'list' };
export const bareList: ResponseShape = { expects: 'list' };
/** `{ status: 'OK', result }` with a record that has this key (most v2 operations). */
export const envelopeWith = (key: string, more?: Omit<RecordShape, 'key'>): ResponseShape => ({
	...statusOnly,
	expects: { key, ...more },
});
/** `{ status: 'OK' }` after something was deleted. */
export const deletedEnvelope: ResponseShape = { ...statusOnly, successItem: { deleted: true } };
/** A bare record that has this key. */
export const recordWith = (key: string, more?: Omit<RecordShape, 'key'>): ResponseShape => ({
	expects: { key, ...more },
});
/** The ID of a Viber message: `viber_id` is seen in responses that public clients read. */
export const viberMessageId = envelopeWith('message_id', { olderKey: 'viber_id' });
/** Names by their ID. The documentation does not have these lists: public clients show them. */
export const nameList: ResponseShape = { expects: 'names' };
/** The documentation shows no body. */
export const undocumented: ResponseShape = { data: 'result', expects: 'anything' };
