import type { IHttpRequestOptions } from 'n8n-workflow';
import { urlOf } from '../../../credentials/baseUrl';
import { ValidationError } from '../values/formats';

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

/** The port as it was entered: a URL drops the one that its protocol has anyway. */
const PORT = /^[^/]*\/\/[^/?#]*:(\d+)(?=[/?#]|$)/;

function proxyOf(address: string): Connection['proxy'] {
	const { hostname: host, protocol, username = '', password = '' } = urlOf(address) ?? {};
	const [, port] = PORT.exec(address.trim()) ?? [];
	if (!host || !port) {
		throw new ValidationError('has no host and port', 'Enter e.g. http://host:3128.', 'Proxy');
	}
	const [user, secret] = [username, password].map(decoded);
	if (user === undefined || secret === undefined) {
		const advice = 'In the user name and the password, write %25 for each %.';
		throw new ValidationError('has a % that stands for nothing', advice, 'Proxy');
	}
	return {
		host,
		port: Number(port),
		protocol: protocol?.slice(0, -1),
		auth: user ? { username: user, password: secret } : undefined,
	};
}

function decoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}
