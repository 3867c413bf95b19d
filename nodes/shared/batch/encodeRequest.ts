import type { IDataObject } from 'n8n-workflow';
import type { Request } from '../http/httpOptions';
import { bracketPairs, queryBytes, queryString, URL_BYTES } from '../values/queryString';
import type { Batch } from './types';

export interface EncodedRequest {
	/** Returns the size of the body without the token. Computed only when needed. */
	bytes: () => number;
	/**
	 * Builds the request. Called only when it is sent, because a form is far larger than the list of its
	 * recipients.
	 */
	request: () => Partial<Request>;
}

export const encodeRequest = (mailing: IDataObject, batch: Batch): EncodedRequest =>
	batch.spec.encoding === 'form' ? encodeForm(mailing) : encodeObject(mailing, batch);

function requestObject(mailing: IDataObject, { spec, callbackUrl }: Batch): IDataObject {
	const callback_url = callbackUrl ?? spec.defaultCallback;
	return { ...(callback_url !== undefined && { callback_url }), messages: [mailing] };
}

/** Returns the bytes of the URL, including the token but not the mailing. */
const baseBytes = ({ run: { account, operation } }: Batch): number =>
	`${account.address}${operation.routing.request.url}?`.length + account.tokenParameterBytes;

/**
 * Encodes a request of sendBulkSms or sendBulkViber: a JSON body with the token
 * (docs/adr/0007-batches-as-json.md). The API documents the parts of the body as query parameters, so the
 * query repeats them unless the URL gets too long.
 */
function encodeObject(mailing: IDataObject, batch: Batch): EncodedRequest {
	const object = requestObject(mailing, batch);
	const room = URL_BYTES - baseBytes(batch);
	return {
		bytes: () => new TextEncoder().encode(JSON.stringify(object)).length,
		request: () => ({
			qs: { token: '' },
			queryString: queryString(bracketPairs(object), room),
			body: { token: '', ...object },
			isJson: true,
		}),
	};
}

/** Encodes a request of sendBulkEmail, which is one form per mailing. */
const encodeForm = (mailing: IDataObject): EncodedRequest => ({
	bytes: () => Math.max(queryBytes(bracketPairs(mailing)) - 1, 0),
	request: () => ({ body: { token: '', ...Object.fromEntries(bracketPairs(mailing)) } }),
});
