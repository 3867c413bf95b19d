import type { IDataObject } from 'n8n-workflow';
import type { Ledger, PlannedRequest } from '../describe/ledger';
import { sendRequest } from '../http/sendRequest';
import { addFields } from '../response/addedFields';
import { isOpen } from '../run/ledger';
import { inParts } from './chunk';
import { type EncodedRequest, encodeRequest } from './encodeRequest';
import { newCallback } from './waitForResult/callbackUrl';
import { type Batch, contentOf, type Mailing, type Recipient } from './types';

/** One request of a batch before it is sent. */
export interface BatchRequest extends PlannedRequest, Omit<EncodedRequest, 'request'> {
	mailings: IDataObject[];
	entries: Recipient[];
}

/** Cuts what is open of the mailings of a batch into requests. */
export function planRequests(batch: Batch): BatchRequest[] {
	const open = batch.mailings
		.map((mailing) => ({ ...mailing, recipients: mailing.recipients.filter(isOpen) }))
		.filter(({ recipients }) => recipients.length > 0);
	if (batch.isJson && batch.spec.encoding === 'object') {
		return open.length > 0 ? [batchRequest(batch, open)] : [];
	}
	const parts = batch.isJson ? open : open.flatMap((mailing) => cut(batch, mailing));
	return parts.map((part) => batchRequest(batch, [part]));
}

const cut = ({ options }: Batch, mailing: Mailing): Mailing[] =>
	inParts(mailing.recipients, options.perRequest).map((recipients) => ({
		...mailing,
		recipients,
	}));

/** The times that Send Between has moved the mailings of a request to. */
function scheduleOf(mailings: Mailing[]): IDataObject {
	const times = new Set(mailings.flatMap(({ scheduledFor = [] }) => scheduledFor));
	if (times.size === 0) return {};
	return { scheduled_for: times.size > 1 ? [...times] : [...times][0] };
}

/** What of the callback URLs of all requests no output and no error may show. */
export const awaitedSecrets = ({ callbacks }: Ledger): string[] =>
	[...callbacks.values()].flatMap(({ secrets }) => secrets);

function batchRequest(batch: Batch, planned: Mailing[]): BatchRequest {
	const { context, operation, policy, account, ledger } = batch.run;
	const mailings = planned.map(({ withRecipients, recipients }) =>
		withRecipients(recipients.map(contentOf)),
	);
	const own = batch.wait && newCallback(context);
	const { request, ...encoded } = encodeRequest(mailings, { ...batch, ...own });
	const entries = planned.flatMap(({ recipients }) => recipients);
	return {
		...encoded,
		entries,
		mailings,
		send: async (isStopped) => {
			if (own) ledger.callbacks.set(entries[0], own);
			const secrets = [...batch.secrets, ...awaitedSecrets(ledger)];
			const sent = { operation, policy, secrets, ...request() };
			const records = await sendRequest(context, sent, account, isStopped);
			return records.map((record) => addFields(record, scheduleOf(planned)));
		},
	};
}
