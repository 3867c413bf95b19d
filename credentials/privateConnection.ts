import { type IHttpRequestOptions, UserError } from 'n8n-workflow';
import { tryParseUrl } from '../nodes/shared/values/urls';
import { isLoopbackHost, type OutgoingRequest } from './baseUrl';

/** Agent options that identify the client. Any other option could change which certificates are accepted. */
const CLIENT_CERTIFICATE_OPTIONS = ['cert', 'key', 'passphrase'];

/**
 * Ensures that only the service can read the token: switches redirects off, and rejects a request that would
 * expose the token to a proxy or to a server with another certificate. The options of a request are not trusted,
 * because even a user who cannot read the credential can set these options.
 *
 * @param ignoreSslIssues whether the credential accepts any certificate
 * @throws UserError
 */
export function protectTokenInTransit(
	request: OutgoingRequest,
	baseUrl: string,
	ignoreSslIssues: boolean,
): void {
	// n8n's newer client reads the first option. The older client (HTTP Request node) reads the others.
	request.disableFollowRedirect = true;
	request.followRedirect = false;
	request.followAllRedirects = false;
	request.maxRedirects = 0;
	const { protocol, hostname } = new URL(baseUrl);
	const acceptsAny =
		Boolean(request.skipSslCertificateValidation) ||
		request.rejectUnauthorized === false ||
		Object.keys(request.agentOptions ?? {}).some(
			(key) => !CLIENT_CERTIFICATE_OPTIONS.includes(key),
		);
	if (acceptsAny && !ignoreSslIssues && !isLoopbackHost(hostname)) {
		throw new UserError(
			'This step does not validate the certificate of the service, so others could read the token. Turn off "Ignore SSL Issues" in the step. If the service has a self-signed certificate, turn on "Ignore SSL Issues" in the credential.',
		);
	}
	const isReadable = protocol === 'http:' || acceptsAny || ignoreSslIssues;
	if (request.proxy && !isLoopbackHost(parseProxyHost(request.proxy)) && isReadable) {
		throw new UserError(
			'The proxy of this step could read the token, because the certificate of the service is not validated or the connection is not encrypted. Remove the proxy from the step.',
		);
	}
	if (!ignoreSslIssues) return;
	request.skipSslCertificateValidation = true;
	request.rejectUnauthorized = false;
}

/** @throws UserError if n8n would ignore the proxy and connect directly */
function parseProxyHost(proxy: NonNullable<IHttpRequestOptions['proxy']> | string): string {
	const url =
		typeof proxy === 'string'
			? tryParseUrl(proxy)
			: tryParseUrl(`${(proxy.protocol ?? 'http').replace(/:$/, '')}://${proxy.host}`);
	if (url?.hostname && /^https?:$/.test(url.protocol)) return url.hostname;
	throw new UserError(
		'The proxy of this step is not an http:// or https:// address. Enter an address such as http://host:3128.',
	);
}
