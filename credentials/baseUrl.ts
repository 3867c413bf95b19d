import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

/** A request of a node; `uri`, `form` and `formData` come from n8n's older helper (HTTP Request node). */
export type OutgoingRequest = IHttpRequestOptions & {
	uri?: string;
	form?: IDataObject;
	formData?: IDataObject;
};

/** A text as a URL; `URL.canParse` is wrong now and then on Node 20. */
export function urlOf(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}

const PATH = /^\/\w/;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The base URL without a trailing slash.
 *
 * @throws UserError when it is no http(s) address, or plain http to anything but this machine
 */
export function checkBaseUrl(baseUrl: unknown): string {
	if (!last || last.baseUrl !== baseUrl) last = { baseUrl, address: checkedAddress(baseUrl) };
	return last.address;
}

/** The last one that was checked: thousands of requests in a row have the same. */
let last: { baseUrl: unknown; address: string } | undefined;

function checkedAddress(baseUrl: unknown): string {
	const text = String(baseUrl ?? '').trim();
	const url = urlOf(text);
	const where = 'The base URL in the credential';
	if (!url || !/^https?:$/.test(url.protocol) || url.search + url.hash !== '') {
		throw new UserError(`${where} is not a web address: enter it like https://api.example.com`);
	}
	if (url.username + url.password !== '') {
		throw new UserError(
			`${where} holds a user name or password: remove it, the token is enough`,
		);
	}
	if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
		throw new UserError(
			`${where} is http://, which shows the token to the network: use https://`,
		);
	}
	return text.replace(/\/+$/, '');
}

/**
 * Makes the request's address complete with the base URL; one that is complete must be of its origin.
 *
 * @throws UserError when the request goes anywhere else, because the token would go there too
 */
export function resolveUrl(request: OutgoingRequest, base: string): void {
	const entered = request.uri ?? request.url;
	if (!entered) {
		throw new UserError(
			'This version of the node does not have the chosen operation: choose it again',
		);
	}
	const { baseURL } = request;
	// What our own operations enter is a path: no need to find out that it is no whole address.
	const isPath = PATH.test(entered) && !baseURL;
	const target = isPath
		? undefined
		: (urlOf(entered) ?? (baseURL && urlOf(`${baseURL}/${entered}`)));
	if (!target) {
		// Leading slashes and backslashes could name another host.
		request.url = `${base}/${entered.replace(/^[\s/\\]+/, '')}`;
		delete request.baseURL;
		return;
	}
	const { origin, host } = new URL(base);
	if (target.origin !== origin) {
		throw new UserError(
			`The token is for the base URL ${host}, not for ${target.host}: the request was not sent`,
		);
	}
}
