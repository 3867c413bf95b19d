import type { N8nRest, SavedCredential } from './rest';

/** n8n's name for the first credential of this type, which the examples refer to, too. */
const NAME = 'Messaging Service account';
const TYPE = 'messagingServiceApi';

/**
 * Saves the credential of the sandbox, whose port, token and time zone may change at each start. Other
 * settings are kept, and a credential for another service is not changed.
 */
export async function saveAccount(
	rest: N8nRest,
	sandbox: { url: string; token: string; timeZone: string },
): Promise<SavedCredential> {
	const saved = (await rest.credentials()).find(
		({ name, type }) => name === NAME && type === TYPE,
	);
	const data = saved ? await rest.credentialData(saved) : {};
	if (saved && !/^http:\/\/127\.0\.0\.1:/.test(String(data.baseUrl))) return saved;
	const { url: baseUrl, token, timeZone } = sandbox;
	return await rest.saveCredential(NAME, TYPE, { ...data, baseUrl, token, timeZone });
}
