import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import type { Endpoint } from '../api/endpoint';
import type { PagesRead } from '../response/readBody';
import { defaultTimeout, type RequestPolicy } from './policy';

/** A request that is ready to be sent, except for its empty `token` slot. */
export interface Request {
	operation: Endpoint;
	qs?: IDataObject;
	/** A query string that is already encoded. n8n appends `qs` to it. */
	query?: string;
	/** Form fields, or the JSON object if `json` is set. */
	body?: IDataObject;
	json?: boolean;
	/** Texts that no output and no error may show, besides the token. */
	secrets?: string[];
	/** The one-time code in the request, if no output and no error may show it. */
	hidden?: string;
	policy: RequestPolicy;
	/** The size of the earlier pages of the same list. This page is added to it. */
	pages?: PagesRead;
	/** Cancels the request and its waits. The default is the execution's signal. */
	signal?: AbortSignal;
	itemIndex?: number;
}

/** Builds the options anew for every attempt, because the credential writes the token into them. */
export function httpOptions(request: Request): IHttpRequestOptions & { timeout: number } {
	const { operation, query, body, json, policy } = request;
	const { method, url } = operation.routing.request;
	const { timeout, proxy, skipSslCertificateValidation } = policy;
	const uploads = body && Object.values(body).some((part: unknown) => part instanceof Blob);
	const options: IHttpRequestOptions & { timeout: number } = {
		method,
		url: query ? `${url}?${query}` : url,
		qs: { ...request.qs },
		timeout: (timeout ?? defaultTimeout(operation.effect, uploads)) * 1000,
		// The response is read and parsed by this package, so that a truncated, foreign or endless one is not
		// accepted.
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		proxy,
		skipSslCertificateValidation,
	};
	if (body) {
		const type = json ? 'application/json' : 'application/x-www-form-urlencoded';
		options.body = { ...body };
		options.headers = { 'Content-Type': type };
	}
	return options;
}
