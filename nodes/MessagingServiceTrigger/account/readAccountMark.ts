import type { IPollFunctions } from 'n8n-workflow';
import { checkBaseUrl } from '../../../credentials/baseUrl';
import { tokenMark } from '../../../credentials/tokenMark';
import { fingerprint } from '../state/fingerprint';
import type { AccountMark } from '../state/state';

/** The mark of the account that the credential leads to now. */
export async function readAccountMark(context: IPollFunctions): Promise<AccountMark> {
	const credentials = await context.getCredentials('messagingServiceApi');
	// Neither a slash at the end nor capitals make it another service.
	const address = new URL(checkBaseUrl(credentials.baseUrl)).href
		.replace(/\/+$/, '')
		.toLowerCase();
	return { urlMark: fingerprint(address), tokenMark: tokenMark(credentials) };
}
