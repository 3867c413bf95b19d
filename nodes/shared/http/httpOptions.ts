import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import type { Endpoint } from '../api/endpoint';
import type { ListSizeSoFar } from '../response/readBody';
import { getDefaultTimeoutSeconds, type RequestPolicy } from './policy';

/** A request whose `token` the credential fills in later. */
export interface Request {
	endpoint: Endpoint;
	qs?: IDataObject;
	/** An encoded query string, to which n8n appends `qs`. */
	queryString?: string;
	/** Form fields, or a JSON object if `hasJsonBody` is set. */
	body?: IDataObject;
	hasJsonBody?: boolean;
	/** Texts that no output or error may show, besides the token. */
	secrets?: string[];
	/** A one-time code that no output or error may show. */
	hiddenCode?: string;
	policy: RequestPolicy;
	/** The total size of the earlier pages of the list. `readBody` adds the size of the page that it reads. */
	listSizeSoFar?: ListSizeSoFar;
	/** Cancels the request, even before it is sent. Default: the cancel signal of the execution. */
	signal?: AbortSignal;
	itemIndex?: number;
}

/** Builds new options for each attempt, because the credential writes the token into the options. */
export function buildHttpOptions(request: Request): IHttpRequestOptions & { timeout: number } {
	const { endpoint, queryString, body, hasJsonBody, policy } = request;
	const { method, url } = endpoint.routing.request;
	const { timeoutSeconds, proxy, skipSslCertificateValidation } = policy;
	const uploads = body && Object.values(body).some((part: unknown) => part instanceof Blob);
	const options: IHttpRequestOptions & { timeout: number } = {
		method,
		url: queryString ? `${url}?${queryString}` : url,
		qs: { ...request.qs },
		timeout: (timeoutSeconds ?? getDefaultTimeoutSeconds(endpoint.effect, uploads)) * 1000,
		// A stream, so that this package can reject a response that is truncated, endless, or not from the
		// service.
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		proxy,
		skipSslCertificateValidation,
	};
	if (body) {
		const type = hasJsonBody ? 'application/json' : 'application/x-www-form-urlencoded';
		options.body = { ...body };
		options.headers = { 'Content-Type': type };
	}
	return options;
}
