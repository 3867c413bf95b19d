import type { IDataObject } from 'n8n-workflow';

/** A successful response, as far as the service documents it. */
export interface ResponseShape {
	/**
	 * The kind of data: a record with this key, a list, a list of names with IDs, only a status (perhaps with a
	 * text), or anything, if no body is documented. Only lists may be empty, and only the last two may have no
	 * data.
	 */
	expects: RecordShape | 'list' | 'names' | 'status' | 'anything';
	/** The documented `status`. If undefined, a `status` in the response is data. */
	status?: 'OK' | 'ok' | 'success';
	/** The key of the data. If undefined, the whole body is the data. */
	data?: 'result' | 'data';
	successItem?: IDataObject;
	/** True if a success must have its list, even an empty one. Elsewhere an empty list may be missing. */
	needsList?: true;
	/** The HTTP status of an empty list. */
	emptyStatus?: number;
	/** The documented `success`. Any other value contradicts an ID in the same response. */
	success?: 'OK';
}

/** The way to recognize a record. */
export interface RecordShape {
	/** The key of its ID, or of another field that it always has. */
	key: string;
	olderKey?: string;
	/** The request already has this ID, so the response may omit it. */
	isRequestedById?: true;
	/** An error with an ID means that the record already exists and no second one was created. */
	mayAlreadyExist?: true;
}

/** `{ status: 'OK' }`, perhaps with a text in `result`. */
export const statusOnly: ResponseShape = { status: 'OK', data: 'result', expects: 'status' };
/** `{ status: 'OK', result: [] }`. An empty list may be missing. */
export const envelopeList: ResponseShape = { status: 'OK', data: 'result', expects: 'list' };
/** `{ result: [] }` without a documented status (lists of v1). */
export const resultList: ResponseShape = { data: 'result', expects: 'list' };
export const bareList: ResponseShape = { expects: 'list' };
/** Returns the shape `{ status: 'OK', result }` with a record that has this key (most v2 operations). */
export const envelopeWith = (key: string, more?: Omit<RecordShape, 'key'>): ResponseShape => ({
	...statusOnly,
	expects: { key, ...more },
});
/** `{ status: 'OK' }` after a deletion. */
export const deletedEnvelope: ResponseShape = { ...statusOnly, successItem: { deleted: true } };
/** Returns the shape of a record without an envelope. */
export const recordWith = (key: string, more?: Omit<RecordShape, 'key'>): ResponseShape => ({
	expects: { key, ...more },
});
/** The ID of a Viber message. Public clients also read it from `viber_id`. */
export const viberMessageId = envelopeWith('message_id', { olderKey: 'viber_id' });
/** Names by ID. Undocumented, but public clients read them. */
export const nameList: ResponseShape = { expects: 'names' };
export const undocumented: ResponseShape = { data: 'result', expects: 'anything' };
