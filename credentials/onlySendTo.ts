import { UserError } from 'n8n-workflow';
import { type Account, boundAccount } from './account';
import type { OutgoingRequest } from './baseUrl';

/** Paths after `/api/` that send nothing to a recipient. Any other path may send. */
const PATH_THAT_SENDS_NOTHING = new RegExp(
	`^(v[12]/get[A-Za-z]+|${[
		'v1/(checkSMS|checkSMSMessageStatus|statusBulkSms|statusBulkViber|createSmsMessage|sendSmsList)',
		'v2/(statusBulkEmail|readResponseStatus|sendViberMessageList|unsubscribeEmail|subscribeEmail)',
		'v2/(createSubscriberList|importContacts|(create|edit|delete)TemplateMessage)',
	].join('|')})$`,
);

/** The path is compared as written, because servers may interpret other spellings differently. */
function sendsNothing({ url, uri }: OutgoingRequest, { address }: Account): boolean {
	const [, path = ''] = /^https?:\/\/[^/\\?#]+([^?#]*)/i.exec(url ?? uri ?? '') ?? [];
	const base = `${new URL(address).pathname.replace(/\/$/, '')}/api/`;
	return path.startsWith(base) && PATH_THAT_SENDS_NOTHING.test(path.slice(base.length));
}

/**
 * While Only Send To is set, only nodes of this package may send, because only they check the recipients. n8n's
 * HTTP Request node does not.
 *
 * @throws UserError if the request may send and was not checked against this list
 */
export function assertRecipientsAreChecked(request: OutgoingRequest, account: Account): void {
	if (account.onlySendTo === undefined || sendsNothing(request, account)) return;
	const runAccount = boundAccount(request);
	if (!runAccount) {
		throw new UserError(
			'Only Send To is set in the credential, but this step cannot check its recipients. Nothing was sent. Use a Messaging Service node instead. This step can only call API operations that send nothing.',
		);
	}
	if (runAccount.onlySendTo === account.onlySendTo) return;
	throw new UserError(
		'Only Send To in the credential was edited while this step was running. Run the step again for the items that were not sent.',
	);
}
