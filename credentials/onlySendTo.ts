import { UserError } from 'n8n-workflow';
import { type Account, boundAccount } from './account';
import type { OutgoingRequest } from './baseUrl';

/** Paths behind `/api/` from which no recipient gets anything. All others may send. */
const SENDS_NOTHING = new RegExp(
	`^(v[12]/get[A-Za-z]+|${[
		'v1/(checkSMS|checkSMSMessageStatus|statusBulkSms|statusBulkViber|createSmsMessage|sendSmsList)',
		'v2/(statusBulkEmail|readResponseStatus|sendViberMessageList|unsubscribeEmail|subscribeEmail)',
		'v2/(createSubscriberList|importContacts|(create|edit|delete)TemplateMessage)',
	].join('|')})$`,
);

/** The path is compared as it is written: a server may read another spelling of it in its own way. */
function sendsNothing({ url, uri }: OutgoingRequest, { address }: Account): boolean {
	const [, path = ''] = /^https?:\/\/[^/\\?#]+([^?#]*)/i.exec(url ?? uri ?? '') ?? [];
	const base = `${new URL(address).pathname.replace(/\/$/, '')}/api/`;
	return path.startsWith(base) && SENDS_NOTHING.test(path.slice(base.length));
}

/**
 * While Only Send To is set, only the nodes of this package may send: they have compared the recipients with
 * it. n8n's HTTP Request node has not.
 *
 * @throws UserError if the request may send, and was not made with this very list
 */
export function assertMaySend(request: OutgoingRequest, account: Account): void {
	if (account.onlySendTo === undefined || sendsNothing(request, account)) return;
	const runAccount = boundAccount(request);
	if (!runAccount) {
		throw new UserError(
			'Only Send To is set in the credential, and this step does not know whom it sends to. Nothing was sent. Use a Messaging Service node, or a URL of the documentation that sends nothing.',
		);
	}
	if (runAccount.onlySendTo === account.onlySendTo) return;
	throw new UserError(
		'Only Send To in the credential was edited while this step was running. Run the step again for what was not sent.',
	);
}
