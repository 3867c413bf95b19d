import type { IPollFunctions } from 'n8n-workflow';
import { checkBaseUrl } from '../../../credentials/baseUrl';
import { tokenMark } from '../../../credentials/tokenMark';
import type { Account, Settings } from '../settings';
import { fingerprint } from '../state/fingerprint';
import type { State } from '../state/state';
import type { AccountClient } from './client';
import { watchedMailings } from './watchedMailings';

/** The account that the credential leads to now. */
export async function readAccount(context: IPollFunctions): Promise<Account> {
	const credentials = await context.getCredentials('messagingServiceApi');
	// Neither a slash at the end nor capitals make it another service.
	const address = new URL(checkBaseUrl(credentials.baseUrl)).href
		.replace(/\/+$/, '')
		.toLowerCase();
	return { account: fingerprint(address), tokenMark: tokenMark(credentials) };
}

/** Whether base URL and token are the same. */
export const isSameCredential = (a: Account, b: Account): boolean =>
	a.account === b.account && a.tokenMark === b.tokenMark;

/**
 * Whether a state is of the account to which the credential leads now. With another base URL it is
 * not. With another token it is if the account lists a mailing that the state knows. IDs that the user
 * selected belong to one account: another one rejects them.
 *
 * @throws the error of a list that could not be read
 */
export async function isSameAccount(
	client: AccountClient,
	settings: Settings,
	state: State,
): Promise<boolean> {
	if (isSameCredential(settings, state)) return true;
	if (settings.account !== state.account) return false;
	if (settings.selected) return true;
	const all = { ...settings, maxMailings: Infinity };
	const { present } = await watchedMailings(client, all, undefined, []);
	const known = new Set([...Object.keys(state.mailings), ...state.pendingBaseline]);
	return present.some((id) => known.has(id));
}
