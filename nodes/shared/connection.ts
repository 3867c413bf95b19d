import type { IHttpRequestOptions } from 'n8n-workflow';
import { urlOf } from '../../credentials/address';
import { BadValue } from './formats';

/** Through which proxy requests go, and whether any certificate will do. */
export type Connection = Pick<IHttpRequestOptions, 'proxy' | 'skipSslCertificateValidation'>;

/** What n8n stores of the options that it adds to every step of a declarative node. */
export interface RequestOptions {
	proxy?: string;
	allowUnauthorizedCerts?: boolean;
	/** Milliseconds. */
	timeout?: number;
}

/** @throws BadValue when the proxy has no host and port */
export function connectionOf({ proxy, allowUnauthorizedCerts }: RequestOptions): Connection {
	return {
		skipSslCertificateValidation: allowUnauthorizedCerts,
		proxy: proxy ? proxyOf(proxy) : undefined,
	};
}

function proxyOf(address: string): Connection['proxy'] {
	const { hostname: host, port, protocol, username, password } = urlOf(address) ?? {};
	if (!host || !port) {
		throw new BadValue('has no host and port', 'Enter e.g. http://host:3128.', 'Proxy');
	}
	return {
		host,
		port: Number(port),
		protocol: protocol?.slice(0, -1),
		auth: username
			? {
					username: decodeURIComponent(username),
					password: decodeURIComponent(password ?? ''),
				}
			: undefined,
	};
}
