import type { IDataObject } from 'n8n-workflow';

/** A successful response, as far as the API documents it. */
export interface ResponseShape {
	/**
	 * The data: a record, a list, names with IDs, a status with an optional text, or anything if the API
	 * documents no body. A record is never empty, but a list or names may be. With `status` or `anything`,
	 * there may be no data.
	 */
	expectedData: RecordShape | 'list' | 'names' | 'status' | 'anything';
	/** The documented `status` of the envelope. If undefined, a `status` in the response is data. */
	envelopeStatus?: 'OK' | 'ok' | 'success';
	/** The key of the data. If undefined, the whole body is the data. */
	dataKey?: 'result' | 'data';
	itemIfNoData?: IDataObject;
	/**
	 * True if a successful response has a list even when the list is empty. Otherwise, the service may omit an
	 * empty list.
	 */
	requiresList?: true;
	emptyListHttpStatus?: number;
	/** The documented value of `success`. Any other value means failure, even if the response has an ID. */
	successFieldValue?: 'OK';
}

export interface RecordShape {
	/** The key of the ID, or of another field that every record has. */
	requiredKey: string;
	alternativeKey?: string;
	/** True if the request contains the ID of the record, so the response may omit the ID. */
	mayOmitId?: true;
	/**
	 * True if an error with an ID means that the record already existed, and no second record was created.
	 */
	mayAlreadyExist?: true;
}

/** `{ status: 'OK' }`, perhaps with a text in `result`. */
export const statusOnly: ResponseShape = {
	envelopeStatus: 'OK',
	dataKey: 'result',
	expectedData: 'status',
};
/** `{ status: 'OK', result: [] }` */
export const okResultList: ResponseShape = {
	envelopeStatus: 'OK',
	dataKey: 'result',
	expectedData: 'list',
};
/** `{ result: [] }`, without a documented status (lists of v1). */
export const resultList: ResponseShape = { dataKey: 'result', expectedData: 'list' };
export const bareList: ResponseShape = { expectedData: 'list' };
/** Returns the shape `{ status: 'OK', result: { … } }`, which most operations of v2 have. */
export const okResultRecord = (
	key: string,
	more?: Omit<RecordShape, 'requiredKey'>,
): ResponseShape => ({
	...statusOnly,
	expectedData: { requiredKey: key, ...more },
});
export const deletedEnvelope: ResponseShape = { ...statusOnly, itemIfNoData: { deleted: true } };
export const bareRecord = (
	key: string,
	more?: Omit<RecordShape, 'requiredKey'>,
): ResponseShape => ({
	expectedData: { requiredKey: key, ...more },
});
/** Published client libraries also read the ID from `viber_id`. */
export const viberMessageRecord = okResultRecord('message_id', { alternativeKey: 'viber_id' });
/** Names by ID. Undocumented, but read by published client libraries. */
export const namesById: ResponseShape = { expectedData: 'names' };
export const undocumentedShape: ResponseShape = { dataKey: 'result', expectedData: 'anything' };
