import type { IDataObject } from 'n8n-workflow';

/** A successful response, as far as the API documents it. */
export interface ResponseShape {
	/**
	 * The kind of data: a record, a list, a list of names with IDs, only a status and perhaps a text, or
	 * anything, if the API documents no body. Only lists may be empty. Only `status` and `anything` may have no
	 * data.
	 */
	expects: RecordShape | 'list' | 'names' | 'status' | 'anything';
	/** The documented `status` of the envelope. If undefined, a `status` in the response is data. */
	status?: 'OK' | 'ok' | 'success';
	/** The key of the data. If undefined, the whole body is the data. */
	dataKey?: 'result' | 'data';
	successItem?: IDataObject;
	/**
	 * True if a successful response must have a list, even an empty one. For other endpoints, an empty list may
	 * be missing.
	 */
	needsList?: true;
	/** The HTTP status for an empty list. */
	emptyStatus?: number;
	/** The documented `success`. Another value means failure, even if there is an ID. */
	success?: 'OK';
}

export interface RecordShape {
	/** The key of the ID, or of another field that the record always has. */
	key: string;
	olderKey?: string;
	/** True if the request contains the ID of the record. The response may then omit the ID. */
	isRequestedById?: true;
	/** True if an error with an ID means that the record already exists, and no second record was created. */
	mayAlreadyExist?: true;
}

/** `{ status: 'OK' }`, perhaps with a text in `result`. */
export const statusOnly: ResponseShape = { status: 'OK', dataKey: 'result', expects: 'status' };
/** `{ status: 'OK', result: [] }`. An empty list may be missing. */
export const envelopeList: ResponseShape = { status: 'OK', dataKey: 'result', expects: 'list' };
/** `{ result: [] }`, without a documented status (lists of v1). */
export const resultList: ResponseShape = { dataKey: 'result', expects: 'list' };
export const bareList: ResponseShape = { expects: 'list' };
/** Returns the shape `{ status: 'OK', result }` with a record in `result` (most operations of v2). */
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
/** Names by ID. Not in the API documentation, but public clients read them. */
export const nameList: ResponseShape = { expects: 'names' };
export const undocumented: ResponseShape = { dataKey: 'result', expects: 'anything' };
