import { Account } from '../../../credentials/account';
import type { Context } from './sendRequest';

/** The account at the service that requests are made for. */
export type Service = Account;

/** @throws UserError when the base URL in the credential is unusable */
export const serviceOf = async (context: Context): Promise<Service> =>
	new Account(await context.getCredentials('messagingServiceApi'));
