import type { IDataObject } from 'n8n-workflow';
import type { Account } from '../../../../credentials/account';
import type { Endpoint } from '../../api/endpoint';
import type { RequestPolicy } from '../../http/policy';
import type { Context } from '../../http/attempt';
import { sendRequest } from '../../http/sendRequest';
import type { ResultWait } from './state';

/** With what the statuses are read. */
export interface StatusReader {
	context: Context;
	status: Endpoint;
	account: Account;
	policy: RequestPolicy;
	/** Texts that no output and no error may show. */
	secrets: string[];
	/** Whether each request is tried once only. */
	isOnce?: true;
}

/** The status of each request. @throws NodeApiError if one of them cannot be read */
export const readStatuses = async (
	{ context, status: operation, account, policy, secrets, isOnce }: StatusReader,
	{ requests }: ResultWait,
): Promise<IDataObject[][]> =>
	await Promise.all(
		requests.map(async ({ uuid }) => {
			const request = { operation, qs: { token: '', uuid }, policy, secrets };
			let tries = 0;
			return await sendRequest(
				context,
				request,
				account,
				() => isOnce === true && tries++ > 0,
			);
		}),
	);
