import { type IDataObject, type IHttpRequestOptions, UserError } from 'n8n-workflow';
import { tryParseUrl } from '../nodes/shared/values/urls';

/** A request of any node. n8n's older helper (HTTP Request node) sets `uri`, `form` and `formData`. */
export type OutgoingRequest = IHttpRequestOptions & {
	uri?: string;
	form?: IDataObject;
	formData?: IDataObject;
	followRedirect?: boolean;
	followAllRedirects?: boolean;
	rejectUnauthorized?: boolean;
};

const MAX_BASE_URL_LENGTH = 1_000;
const LOOPBACK_HOST_PATTERN = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export const isLoopbackHost = (host: string): boolean => LOOPBACK_HOST_PATTERN.test(host);

/**
 * Returns the URL without a trailing slash.
 *
 * @throws UserError if the base URL is not an http(s) address, or uses plain http to any host but this
 * machine
 */
export function parseBaseUrl(baseUrl: unknown): string {
	const text = String(baseUrl ?? '').trim();
	const url =
		text.length > MAX_BASE_URL_LENGTH || /[?#]/.test(text) ? undefined : tryParseUrl(text);
	const where = 'The base URL in the credential';
	if (!url || !/^https?:$/.test(url.protocol)) {
		throw new UserError(
			`${where} is not a web address. Enter an address such as https://api.example.com.`,
		);
	}
	if (/^[^/\\]*[/\\]+[^/\\]*@/.test(text)) {
		throw new UserError(
			`${where} contains a user name or password. Remove the user name and the password. The token is enough.`,
		);
	}
	if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
		throw new UserError(
			`${where} uses http://, which would expose the token on the network. Use https:// instead.`,
		);
	}
	return url.origin + url.pathname.replace(/\/+$/, '');
}

/**
 * Completes the request's URL with the base URL.
 *
 * @throws UserError if the request has another origin, because otherwise the token would be sent there
 */
export function completeRequestUrl(request: OutgoingRequest, base: string): void {
	// If a request has both `url` and `uri`, n8n uses `url`.
	const entered = request.url ?? request.uri;
	if (!entered) {
		throw new UserError(
			'The selected operation does not exist in this version of the node. Select an operation again.',
		);
	}
	// A base URL of the request is ignored, because the credential sets the base URL.
	delete request.baseURL;
	const target = tryParseUrl(entered);
	if (!target) {
		// A path with leading slashes or backslashes could name another host.
		request.url = `${base}/${entered.replace(/^[\s/\\]+/, '')}`;
		return;
	}
	const { origin, host } = new URL(base);
	if (target.origin !== origin) {
		throw new UserError(
			`The token in the credential is for ${host} and is not sent to ${target.host.slice(0, 40)}. Use a URL on ${host}.`,
		);
	}
}

/** Headers that tell servers and proxies the host or path of a request. */
const ROUTING_HEADER_PATTERN =
	/^(:?authority|(x-|x-forwarded-|x-original-|x-http-|x-real-)?host(-?name)?(-override)?|forwarded|x-forwarded-server|x-(original|rewrite)-ur[il]|x-forwarded-(ur[il]|path|prefix))$/;

/**
 * Rejects headers that name another host, because a proxy may send the request there.
 *
 * @throws UserError
 */
export function assertNoForeignRoutingHeaders(
	{ headers = {} }: OutgoingRequest,
	base: string,
): void {
	const { host } = new URL(base);
	const conflicting = Object.entries(headers).find(
		([name, value]) =>
			// Underscores count as dashes, because some servers treat both alike.
			ROUTING_HEADER_PATTERN.test(name.trim().toLowerCase().replace(/_/g, '-')) &&
			String(value).trim().toLowerCase() !== host,
	);
	if (!conflicting) return;
	throw new UserError(
		`The header "${conflicting[0].trim().slice(0, 40)}" of this step could send the token to a host other than ${host}. Remove the header.`,
	);
}
