import type { IExecuteFunctions } from 'n8n-workflow';
import type { Callback } from '../../describe/ledger';
import { hashOf, newSecret } from '../../values/secret';
import { stepUrl } from '../../wait/n8nWait';
import { secretsOf } from '../callback';

/** The parameter of a callback URL that has its secret. */
export const SECRET = 'r';

/** A callback URL for one request: the URL of this step while it waits, with a secret. */
export function newCallback(context: IExecuteFunctions): Callback & { callbackUrl: string } {
	const secret = newSecret();
	const callbackUrl = stepUrl(context, SECRET, secret);
	return { callbackUrl, secrets: secretsOf(callbackUrl), hash: hashOf(secret) };
}
