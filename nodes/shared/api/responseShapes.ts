import type { IDataObject } from 'n8n-workflow';

/** A successful response, as far as the API documents it. */
export interface ResponseShape {
	/**
	 * The kind of data: a record, a list, a list of names with IDs, only a status and perhaps a text, or
	 * anything, if the API documents no body. Only lists may be empty. Only `status` and `anything` may have no
	 * data.
	 */
	expectedData: RecordShape | 'list' | 'names' | 'status' | 'anything';
	/** The documented `status` of the envelope. If undefined, a `status` in the response is data. */
	status?: 'OK' | 'ok' | 'success';
	/** The key of the data. If undefined, the whole body is the data. */
	dataKey?: 'result' | 'data';
	successItem?: IDataObject;
	/**
	 * True if a successful response must have a list, even an empty one. For other endpoints, an empty list may
	 * be missing.
	 */
	requiresList?: true;
	/** The HTTP status for an empty list. */
	emptyListHttpStatus?: number;
	/** The documented `success`. Another value means failure, even if there is an ID. */
	successValue?: 'OK';
}

export interface RecordShape {
	/** The key of the ID, or of another field that the record always has. */
	requiredKey: string;
	alternativeKey?: string;
	/** True if the request contains the ID of the record. The response may then omit the ID. */
	isRequestedById?: true;
	/** True if an error with an ID means that the record already exists, and no second record was created. */
	mayAlreadyExist?: true;
}

/** `{ status: 'OK' }`, perhaps with a text in `result`. */
export const statusOnly: ResponseShape = {
	status: 'OK',
	dataKey: 'result',
	expectedData: 'status',
};
/** `{ status: 'OK', result: [] }`. An empty list may be missing. */
export const envelopeList: ResponseShape = {
	status: 'OK',
	dataKey: 'result',
	expectedData: 'list',
};
/** `{ result: [] }`, without a documented status (lists of v1). */
export const resultList: ResponseShape = { dataKey: 'result', expectedData: 'list' };
export const bareList: ResponseShape = { expectedData: 'list' };
/** Returns the shape `{ status: 'OK', result }` with a record in `result` (most operations of v2). */
export const envelopeRecord = (
	key: string,
	more?: Omit<RecordShape, 'requiredKey'>,
): ResponseShape => ({
	...statusOnly,
	expectedData: { requiredKey: key, ...more },
});
/** `{ status: 'OK' }` after a deletion. */
export const deletedEnvelope: ResponseShape = { ...statusOnly, successItem: { deleted: true } };
/** Returns the shape of a record without an envelope. */
export const bareRecord = (
	key: string,
	more?: Omit<RecordShape, 'requiredKey'>,
): ResponseShape => ({
	expectedData: { requiredKey: key, ...more },
});
/** The ID of a Viber message. Public clients also read it from `viber_id`. */
export const viberMessageRecord = envelopeRecord('message_id', { alternativeKey: 'viber_id' });
/** Names by ID. Not in the API documentation, but public clients read them. */
export const nameList: ResponseShape = { expectedData: 'names' };
export const undocumentedShape: ResponseShape = { dataKey: 'result', expectedData: 'anything' };
