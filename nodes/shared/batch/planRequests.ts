import type { IDataObject } from 'n8n-workflow';
import type { PlannedRequest } from '../describe/operation';
import { type SentRequest, settledRequest } from '../http/sentRequests';
import { sendRequest } from '../http/sendRequest';
import { addFields } from '../response/addedFields';
import type { ValidationError } from '../values/formats';
import { chunk } from './chunk';
import {
	bytesLeft,
	type EncodedRequest,
	encodeRequest,
	entryBytes,
	urlTooLong,
} from './encodeRequest';
import { URL_BYTES } from '../values/queryString';
import { type Batch, itemOf, type Mailing, type Recipient } from './types';

/** One request of a batch before it is sent. */
export interface BatchRequest extends PlannedRequest, Omit<EncodedRequest, 'request'> {
	mailings: IDataObject[];
	recipients: Recipient[];
}

/**
 * Cuts the mailings of a batch into requests. What an earlier try of Retry On Fail has sent stays
 * together as it was sent, so that it is told from what is still to be sent.
 *
 * @param reject gets a recipient that does not fit even alone
 * @throws ValidationError
 */
export function planRequests(
	batch: Batch,
	reject: (index: number, bad: ValidationError) => void,
): BatchRequest[] {
	const { spec, isJson } = batch;
	return [...bySentRequest(batch)].flatMap(([earlier, mailings]) => {
		if (earlier) return [sentRequest(batch, mailings)];
		if (isJson && spec.encoding === 'object') return [batchRequest(batch, mailings)];
		const parts = isJson ? mailings : mailings.flatMap((one) => cut(batch, one, reject));
		return parts.map((part) => batchRequest(batch, [part]));
	});
}

/** The mailings with their recipients by the request that has sent them; undefined: none has. */
function bySentRequest({ mailings, run }: Batch) {
	const groups = new Map<SentRequest | undefined, Mailing[]>();
	for (const mailing of mailings) {
		const parts = new Map<SentRequest | undefined, Recipient[]>();
		mailing.recipients.forEach((recipient) => {
			const known = settledRequest(run, recipient.key);
			const part = parts.get(known);
			if (part) part.push(recipient);
			else parts.set(known, [recipient]);
		});
		for (const [earlier, recipients] of parts) {
			const group = groups.get(earlier) ?? [];
			group.push({ ...mailing, recipients });
			groups.set(earlier, group);
		}
	}
	return groups;
}

function cut(
	batch: Batch,
	mailing: Mailing,
	reject: (index: number, bad: ValidationError) => void,
): Mailing[] {
	const maxBytes = bytesLeft(mailing.withRecipients([]), batch);
	const parts = chunk(mailing.recipients, {
		maxCount: batch.options.perRequest,
		maxBytes,
		bytesOf: ({ entry }, position) => entryBytes(entry, position),
		reject: (recipient, bytes) =>
			reject(itemOf(recipient), urlTooLong(URL_BYTES - (maxBytes ?? 0) + bytes)),
	});
	return parts.map((recipients) => ({ ...mailing, recipients }));
}

/** The times that Send Between has moved the mailings of a request to. */
function scheduleOf(mailings: Mailing[]): IDataObject {
	const times = new Set(mailings.flatMap(({ scheduledFor = [] }) => scheduledFor));
	if (times.size === 0) return {};
	return { scheduled_for: times.size > 1 ? [...times] : [...times][0] };
}

/** Whom a request is for. */
function addressees({ isJson, run }: Batch, planned: Mailing[]) {
	const recipients = planned.flatMap((mailing) => mailing.recipients);
	const keys = recipients.map(({ key }) => key);
	if (!isJson) return { recipients, keys, indexes: recipients.map(itemOf) };
	const places = planned.flatMap(({ place = [] }) => place);
	return { recipients, keys, indexes: [...run.items.keys()], readFrom: [0], places };
}

/** What an earlier try has sent, or may have sent. It is not sent again, and so not encoded again. */
const sentRequest = (batch: Batch, planned: Mailing[]): BatchRequest => ({
	...addressees(batch, planned),
	mailings: [],
	sendIn: 'body',
	bytes: () => 0,
	send: async () => [],
});

function batchRequest(batch: Batch, planned: Mailing[]): BatchRequest {
	const { context, operation, policy, service } = batch.run;
	const mailings = planned.map(({ withRecipients, recipients: own }) =>
		withRecipients(own.map(({ entry }) => entry)),
	);
	const { request, ...encoded } = encodeRequest(mailings, batch);
	return {
		...encoded,
		...addressees(batch, planned),
		mailings,
		without: (left) => {
			if (batch.isJson) return undefined;
			const kept = planned.map((mailing) => ({
				...mailing,
				recipients: mailing.recipients.filter((one) => !left.has(itemOf(one))),
			}));
			const isEmpty = kept.every((mailing) => mailing.recipients.length === 0);
			return isEmpty ? undefined : batchRequest(batch, kept);
		},
		send: async (isStopped) => {
			const sent = { operation, policy, secrets: batch.secrets, ...request() };
			const records = await sendRequest(context, sent, service, isStopped);
			return records.map((record) => addFields(record, scheduleOf(planned)));
		},
	};
}
