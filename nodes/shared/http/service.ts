import { tokenBytes } from '../../../credentials/MessagingServiceApi.credentials';
import { checkBaseUrl } from '../../../credentials/baseUrl';
import type { Context } from './sendRequest';

/** The service that a credential points to. */
export interface Service {
	/** Base URL without a trailing slash. */
	address: string;
	/** Bytes that `token=…` takes in a query string. */
	tokenBytes: number;
}

/** @throws UserError when the base URL in the credential is unusable */
export async function serviceOf(context: Context): Promise<Service> {
	const credentials = await context.getCredentials('messagingServiceApi');
	return { address: checkBaseUrl(credentials.baseUrl), tokenBytes: tokenBytes(credentials) };
}
