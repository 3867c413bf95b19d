import type { N8nRest, SavedCredential } from './rest';

/** n8n's default name for the first credential of this type. The examples refer to it. */
const NAME = 'Messaging Service account';
const TYPE = 'messagingServiceApi';

/**
 * Saves the credential of the sandbox, whose port, token and time zone may change at each start.
 * Keeps its other settings, and any credential for another service.
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
