import { type ICredentialDataDecryptedObject, UserError } from 'n8n-workflow';

const normalizeHost = (host: string): string => host.trim().toLowerCase().replace(/\.$/, '');

/**
 * Applies "Allowed HTTP Request Domains", which n8n adds to every credential. As in n8n, `*.example.com`
 * allows subdomains only. "None" is left to n8n, because "None" concerns only the HTTP Request and GraphQL
 * nodes.
 *
 * @param baseUrl a valid URL
 * @throws UserError if the credential does not allow the host
 */
export function assertHostIsAllowed(
	{ allowedHttpRequestDomains, allowedDomains }: ICredentialDataDecryptedObject,
	baseUrl: string,
): void {
	if (allowedHttpRequestDomains !== 'domains') return;
	const host = normalizeHost(new URL(baseUrl).hostname);
	const isAllowed = String(allowedDomains ?? '')
		.split(',')
		.map(normalizeHost)
		.some((domain) =>
			/^\*\../.test(domain) ? host.endsWith(domain.slice(1)) : domain === host,
		);
	if (isAllowed) return;
	throw new UserError(
		`The host ${host} is not allowed in this credential. Add the host to "Allowed Domains" in the credential.`,
	);
}
