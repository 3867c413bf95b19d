import type { IDataObject } from 'n8n-workflow';
import type { PlannedRequest } from '../run/entry';
import { sendRequest } from '../http/sendRequest';
import { addFields } from '../response/addedFields';
import { addressOf, isOpen } from '../run/ledger';
import { inParts } from '../values/parts';
import { type EncodedRequest, encodeRequest } from './encodeRequest';
import { type Batch, type MailingType, mailingTypeOf, type Recipient } from './types';

/** One request of a batch before it is sent. */
export interface BatchRequest extends PlannedRequest, Omit<EncodedRequest, 'request'> {
	mailingType: MailingType;
	entries: Recipient[];
}

/** Cuts the open recipients of a batch into requests. */
export function planRequests(batch: Batch): BatchRequest[] {
	const mailingType = mailingTypeOf(batch);
	const open = batch.recipients.filter(isOpen);
	const size = Math.min(batch.options.perRequest, recipientsInForm(batch, mailingType));
	return inParts(open, size).map((entries) => batchRequest(batch, mailingType, entries));
}

/** Fields of a form at most: PHP reads 1,000 by default, and drops the rest without an error. */
const MAX_FIELDS = 900;

/** How many recipients fit the fields of a form; of JSON, any number. */
function recipientsInForm({ spec, once, recipients }: Batch, mailingType: MailingType): number {
	if (spec.encoding !== 'form') return Infinity;
	const personal = Object.keys(recipients.find(isOpen)?.content ?? {}).length;
	// Besides those of the mailing, the token and the message type.
	const others = Object.keys(once).length + 2 + (mailingType === 'bulk' ? personal : 0);
	return Math.floor((MAX_FIELDS - others) / (mailingType === 'bulk' ? 1 : 1 + personal));
}

function batchRequest(batch: Batch, mailingType: MailingType, entries: Recipient[]): BatchRequest {
	const { run, secrets, scheduledFor } = batch;
	const { context, operation, policy, account, ledger } = run;
	const { request, ...encoded } = encodeRequest(mailingOf(batch, mailingType, entries), batch);
	const added = {
		message_type: mailingType,
		...(scheduledFor && { scheduled_for: scheduledFor }),
	};
	return {
		...encoded,
		entries,
		mailingType,
		send: async (isStopped) => {
			const sent = { operation, policy, secrets, ...request() };
			const { records } = await sendRequest(context, sent, account, isStopped);
			ledger.lastSentAt = performance.now();
			return { records: records.map((record) => addFields(record, added)) };
		},
	};
}

function mailingOf(
	{ spec: { buildMailing, recipientField }, once }: Batch,
	message_type: MailingType,
	entries: Recipient[],
): IDataObject {
	if (message_type === 'bulk') {
		const all = { ...once, message_type, ...entries[0]?.content };
		return buildMailing(all, entries.map(addressOf));
	}
	return buildMailing(
		{ ...once, message_type },
		entries.map((entry) => ({ [recipientField]: addressOf(entry), ...entry.content })),
	);
}
