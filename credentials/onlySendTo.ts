import { UserError } from 'n8n-workflow';
import { type Account, findBoundAccount } from './account';
import type { OutgoingRequest } from './baseUrl';

/** Paths after `/api/` that send nothing to a recipient. Any other path may send. */
const NON_SENDING_PATH_PATTERN = new RegExp(
	`^(v[12]/get[A-Za-z]+|${[
		'v1/(checkSMS|checkSMSMessageStatus|statusBulkSms|statusBulkViber|createSmsMessage|sendSmsList)',
		'v2/(statusBulkEmail|readResponseStatus|sendViberMessageList|unsubscribeEmail|subscribeEmail)',
		'v2/(createSubscriberList|importContacts|(create|edit|delete)TemplateMessage)',
	].join('|')})$`,
);

/**
 * Does not normalize the path, because the server may normalize the same path to another endpoint.
 */
function hasNonSendingPath({ url, uri }: OutgoingRequest, { baseUrl }: Account): boolean {
	const [, path = ''] = /^https?:\/\/[^/\\?#]+([^?#]*)/i.exec(url ?? uri ?? '') ?? [];
	const base = `${new URL(baseUrl).pathname.replace(/\/$/, '')}/api/`;
	return path.startsWith(base) && NON_SENDING_PATH_PATTERN.test(path.slice(base.length));
}

/**
 * While Only Send To is set, lets only nodes of this package send. Other nodes, such as n8n's HTTP Request, do
 * not check recipients.
 *
 * @throws UserError if the request may send and its recipients were not checked
 */
export function assertRecipientsAreChecked(request: OutgoingRequest, account: Account): void {
	if (account.enteredOnlySendTo === undefined || hasNonSendingPath(request, account)) return;
	const runAccount = findBoundAccount(request);
	if (!runAccount) {
		throw new UserError(
			'The credential limits the recipients with "Only Send To", but this step cannot check its recipients. Nothing was sent. Use a Messaging Service node instead. This step can only call API operations that send nothing.',
		);
	}
	if (runAccount.enteredOnlySendTo === account.enteredOnlySendTo) return;
	throw new UserError(
		'"Only Send To" in the credential was edited while this step was running. Run the step again for the items that were not sent.',
	);
}
