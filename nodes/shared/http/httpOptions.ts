import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import type { Endpoint } from '../api/endpoint';
import type { PagesSize } from '../response/readBody';
import { getDefaultTimeout, type RequestPolicy } from './policy';

/** A request that is ready to be sent. Its `token` is empty until the credential fills it in. */
export interface Request {
	endpoint: Endpoint;
	qs?: IDataObject;
	/** An encoded query string. n8n appends `qs` to it. */
	queryString?: string;
	/** Form fields, or the JSON object if `isJson` is set. */
	body?: IDataObject;
	isJson?: boolean;
	/** Texts, besides the token, that no output or error may show. */
	secrets?: string[];
	/** The one-time code, if outputs and errors must hide it. */
	hiddenCode?: string;
	policy: RequestPolicy;
	/** The size of the earlier pages of the same list. The size of this page is added to it. */
	pagesSize?: PagesSize;
	/** Cancels the request, even while it waits to be sent. Default: the execution's signal. */
	signal?: AbortSignal;
	itemIndex?: number;
}

/**
 * Builds the options of n8n's client. Each attempt needs its own options, because the credential writes the
 * token into them.
 */
export function buildHttpOptions(request: Request): IHttpRequestOptions & { timeout: number } {
	const { endpoint, queryString, body, isJson, policy } = request;
	const { method, url } = endpoint.routing.request;
	const { timeoutSeconds, proxy, skipSslCertificateValidation } = policy;
	const uploads = body && Object.values(body).some((part: unknown) => part instanceof Blob);
	const options: IHttpRequestOptions & { timeout: number } = {
		method,
		url: queryString ? `${url}?${queryString}` : url,
		qs: { ...request.qs },
		timeout: (timeoutSeconds ?? getDefaultTimeout(endpoint.effect, uploads)) * 1000,
		// A stream, because this package reads the response itself: it rejects a response that is truncated,
		// endless, or not from the service.
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		proxy,
		skipSslCertificateValidation,
	};
	if (body) {
		const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
		options.body = { ...body };
		options.headers = { 'Content-Type': type };
	}
	return options;
}
