import type { N8nRest, SavedCredential } from './rest';

/** As n8n names the first credential of this type, and as the examples have it: a file that is imported finds it. */
const NAME = 'Messaging Service account';
const TYPE = 'messagingServiceApi';

/**
 * The credential of the sandbox, which may have another port, token and time zone at each start. What a user
 * has set besides stays, and so does all of it if the user has entered another service.
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
