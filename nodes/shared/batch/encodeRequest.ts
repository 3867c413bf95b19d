import type { IDataObject } from 'n8n-workflow';
import type { Request } from '../http/httpOptions';
import { bracketPairs, queryBytes, queryString, URL_BYTES } from '../values/queryString';
import type { Batch } from './types';

export interface EncodedRequest {
	/** Of the body, without the token. Counted when asked for. */
	bytes: () => number;
	/** Made when it is sent: a form of many recipients is far larger than their list. */
	request: () => Partial<Request>;
}

export const encodeRequest = (mailing: IDataObject, batch: Batch): EncodedRequest =>
	batch.spec.encoding === 'form' ? encodeForm(mailing) : encodeObject(mailing, batch);

function requestObject(mailing: IDataObject, { spec, callbackUrl }: Batch): IDataObject {
	const callback_url = callbackUrl ?? spec.withoutCallback;
	return { ...(callback_url !== undefined && { callback_url }), messages: [mailing] };
}

/** The URL without the mailing. */
const baseBytes = ({ run: { account, operation } }: Batch): number =>
	`${account.address}${operation.routing.request.url}?`.length + account.tokenBytes;

/**
 * The request of sendBulkSms and sendBulkViber (docs/adr/0007-batches-as-json.md): the request object as JSON
 * body, with the token in it. The tables of the API list its parts as query parameters, so they are in the
 * query too while the URL is short enough.
 */
function encodeObject(mailing: IDataObject, batch: Batch): EncodedRequest {
	const object = requestObject(mailing, batch);
	const room = URL_BYTES - baseBytes(batch);
	return {
		bytes: () => new TextEncoder().encode(JSON.stringify(object)).length,
		request: () => ({
			qs: { token: '' },
			query: queryString(bracketPairs(object), room),
			body: { token: '', ...object },
			json: true,
		}),
	};
}

/** A request of sendBulkEmail: one form per mailing. */
const encodeForm = (mailing: IDataObject): EncodedRequest => ({
	bytes: () => Math.max(queryBytes(bracketPairs(mailing)) - 1, 0),
	request: () => ({ body: { token: '', ...Object.fromEntries(bracketPairs(mailing)) } }),
});
