import type { IHttpRequestOptions } from 'n8n-workflow';
import { tryParseUrl } from '../values/urls';
import { parseBoolean } from '../values/choices';
import { ValidationError, runWithLabel } from '../values/formats';

export type ConnectionOptions = Pick<IHttpRequestOptions, 'proxy' | 'skipSslCertificateValidation'>;

/** n8n's Request Options, as it saves them. */
export interface RequestOptions {
	proxy?: string;
	allowUnauthorizedCerts?: boolean;
	/** In milliseconds. */
	timeout?: number;
	batching?: { batch?: { batchSize?: unknown; batchInterval?: unknown } };
}

/** @throws ValidationError if the proxy is not an http(s) address with host and port, or has an invalid `%` */
export function readConnectionOptions(options: RequestOptions): ConnectionOptions {
	const { proxy = '', allowUnauthorizedCerts } = options;
	return {
		skipSslCertificateValidation:
			allowUnauthorizedCerts &&
			runWithLabel('Ignore SSL Issues (Insecure)', () =>
				parseBoolean(allowUnauthorizedCerts),
			),
		// If the expression in Proxy returns nothing, the request must fail rather than bypass the proxy.
		proxy: 'proxy' in options ? parseProxy(String(proxy)) : undefined,
	};
}

/**
 * Matches the port, because `URL` drops the default port of a protocol. A port after a backslash does not
 * match, because a backslash ends the host for `URL`.
 */
const PORT_IN_URL_PATTERN = /^[^/]*\/\/[^/?#\\]*:(\d+)(?=[/?#]|$)/;

function parseProxy(address: string): ConnectionOptions['proxy'] {
	const { hostname: host, protocol, username = '', password = '' } = tryParseUrl(address) ?? {};
	const [, port] = PORT_IN_URL_PATTERN.exec(address.trim()) ?? [];
	if (!host || !port) {
		throw new ValidationError(
			'has no host and port',
			'Enter an address such as http://host:3128, or remove this option.',
			'Proxy',
		);
	}
	if (!/^https?:$/.test(protocol ?? '')) {
		const problem = `starts with ${protocol?.slice(0, 40)} instead of http:// or https://`;
		throw new ValidationError(problem, 'Enter an address such as http://host:3128.', 'Proxy');
	}
	const [user, secret] = [username, password].map(tryDecodePercent);
	if (user === undefined || secret === undefined) {
		const advice = 'Write each % in the user name and the password as %25.';
		throw new ValidationError('contains an invalid percent-encoding', advice, 'Proxy');
	}
	return {
		host,
		port: Number(port),
		protocol: protocol?.slice(0, -1),
		auth: user ? { username: user, password: secret } : undefined,
	};
}

function tryDecodePercent(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}
