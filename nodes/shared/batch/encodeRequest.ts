import type { IDataObject } from 'n8n-workflow';
import type { Request } from '../http/httpOptions';
import { bracketPairs, queryBytes, queryString, URL_BYTES } from '../values/queryString';
import { isSigned } from './callback';
import type { Batch } from './types';

/** The parameters of a request, in one of the forms that the API accepts. */
export interface EncodedRequest {
	sendIn: 'query' | 'body';
	/** Of the whole URL for a query; of the body, without the token. Counted when asked for. */
	bytes: () => number;
	/** Made when it is sent: a form of many recipients is far larger than their list. */
	request: () => Partial<Request>;
}

/** Encodes the mailing of one request. */
export const encodeRequest = (mailing: IDataObject, batch: Batch): EncodedRequest =>
	batch.spec.encoding === 'form' ? encodeForm(mailing) : encodeObject(mailing, batch);

function requestObject(mailing: IDataObject, { spec, callbackUrl }: Batch): IDataObject {
	const callback_url = callbackUrl ?? spec.withoutCallback;
	return { ...(callback_url !== undefined && { callback_url }), messages: [mailing] };
}

/** The URL without the mailing. */
const baseBytes = ({ run: { account, operation } }: Batch): number =>
	`${account.address}${operation.path}?`.length + account.tokenBytes;

/**
 * The request of sendBulkSms and sendBulkViber. Their parameters are documented as query parameters of
 * one request object, so they are nested in the query string while the URL is short enough, and are
 * that object as JSON body otherwise. A URL that resumes an execution is in no URL, which logs have.
 */
function encodeObject(mailing: IDataObject, batch: Batch): EncodedRequest {
	const object = requestObject(mailing, batch);
	const room = URL_BYTES - baseBytes(batch);
	const query = isSigned(batch.callbackUrl) ? undefined : queryString(bracketPairs(object), room);
	if (query !== undefined) {
		return {
			sendIn: 'query',
			bytes: () => baseBytes(batch) + query.length + 1,
			request: () => ({ qs: { token: '' }, query }),
		};
	}
	return {
		sendIn: 'body',
		bytes: () => new TextEncoder().encode(JSON.stringify(object)).length,
		request: () => ({ body: { token: '', ...object }, json: true }),
	};
}

/** A request of sendBulkEmail: one form per mailing. */
const encodeForm = (mailing: IDataObject): EncodedRequest => ({
	sendIn: 'body',
	bytes: () => Math.max(queryBytes(bracketPairs(mailing)) - 1, 0),
	request: () => ({ body: { token: '', ...Object.fromEntries(bracketPairs(mailing)) } }),
});
