import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import type { Endpoint } from '../api/endpoint';
import type { PagesRead } from '../response/readBody';
import { defaultTimeout, type RequestPolicy } from './policy';

/** A request that is ready to be sent: the `token` slot is still empty. */
export interface Request {
	operation: Endpoint;
	qs?: IDataObject;
	/** A query string that is already encoded; n8n adds `qs` to it. */
	query?: string;
	/** Form fields, or with `json` the request object. */
	body?: IDataObject;
	json?: boolean;
	/** Texts that no output and no error may show, besides the token. */
	secrets?: string[];
	/** The code that is sent, if no output and no error may show it. */
	hidden?: string;
	policy: RequestPolicy;
	/** The earlier pages of the list that this one belongs to: it is added to them. */
	pages?: PagesRead;
	/** Ends the request and what it waits for. Without it the execution's own signal does. */
	signal?: AbortSignal;
	/** The input item that errors name. */
	itemIndex?: number;
}

/** Made anew for every try, because the credential writes the token into it. */
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
		// Read and parsed here, so that a cut, foreign or endless response is not taken for a good one.
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
