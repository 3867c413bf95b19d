import { Account } from '../../../credentials/account';
import type { Context } from './attempt';

/** @throws UserError when the base URL in the credential is unusable */
export const accountOf = async (context: Context): Promise<Account> =>
	new Account(await context.getCredentials('messagingServiceApi'));
