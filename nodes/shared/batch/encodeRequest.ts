import type { IDataObject } from 'n8n-workflow';
import type { Request } from '../http/httpOptions';
import {
	generateBracketPairs,
	countQueryBytes,
	tryBuildQueryString,
	MAX_URL_BYTES,
} from '../values/queryString';
import type { Batch } from './types';

export interface EncodedRequest {
	/** Bytes of the body without the token. */
	countBodyBytes: () => number;
	/**
	 * Called only to send the request, because a form takes far more memory than the list of
	 * recipients.
	 */
	buildQueryAndBody: () => Partial<Request>;
}

export const encodeRequest = (mailing: IDataObject, batch: Batch): EncodedRequest =>
	batch.spec.encoding === 'form' ? encodeFormRequest(mailing) : encodeJsonRequest(mailing, batch);

function buildJsonBody(mailing: IDataObject, { spec, callbackUrl }: Batch): IDataObject {
	const callback_url = callbackUrl ?? spec.defaultCallbackUrl;
	return { ...(callback_url !== undefined && { callback_url }), messages: [mailing] };
}

/** Returns the bytes of the URL, including the token but not the mailing. */
const countUrlBytesBeforeMailing = ({ run: { account, operation } }: Batch): number =>
	`${account.baseUrl}${operation.routing.request.url}?`.length + account.tokenParameterBytes;

/**
 * Encodes a request of sendBulkSms or sendBulkViber as JSON (docs/adr/0007-batches-as-json.md). The
 * API documents the parameters in the query, so the query repeats the body unless the URL gets too
 * long.
 */
function encodeJsonRequest(mailing: IDataObject, batch: Batch): EncodedRequest {
	const object = buildJsonBody(mailing, batch);
	const room = MAX_URL_BYTES - countUrlBytesBeforeMailing(batch);
	return {
		countBodyBytes: () => new TextEncoder().encode(JSON.stringify(object)).length,
		buildQueryAndBody: () => ({
			qs: { token: '' },
			queryString: tryBuildQueryString(generateBracketPairs(object), room),
			body: { token: '', ...object },
			hasJsonBody: true,
		}),
	};
}

const encodeFormRequest = (mailing: IDataObject): EncodedRequest => ({
	countBodyBytes: () => Math.max(countQueryBytes(generateBracketPairs(mailing)) - 1, 0),
	buildQueryAndBody: () => ({
		body: { token: '', ...Object.fromEntries(generateBracketPairs(mailing)) },
	}),
});
