import type { Batch } from '../account/records';
import type { Service } from '../service/service';
import { text, webAddress } from '../wire/formats';
import type { Operation } from './operation';
import { indexed, query, required, token, allowEmpty } from '../wire/parameters';
import type { JsonRecord } from '../wire/record';
import {
	type BatchMailing,
	bulkItems,
	mailingRecords,
	personalItems,
	readHead,
	runBatch,
} from './batchMailings';
import { readViberMailing } from './viberBatchMailing';

type Reader = (service: Service, mailing: JsonRecord) => BatchMailing;

const readSmsMailing: Reader = (service, mailing) => {
	const { personal, ...head } = readHead(service, mailing);
	const content = { text: personal ? '' : mailing.text('text') };
	const items = personal ? personalItems(mailing) : bulkItems(mailing, content);
	mailing.end();
	return { ...head, channel: 'sms', type: 'TEXT', content, items, problems: [] };
};

/**
 * Returns the status of a batch. Callbacks of the sandbox also contain this status, because the API
 * does not document what callbacks contain.
 */
const statusOf = ({ dates }: Service, { entries }: Batch): unknown =>
	entries.map(({ mailing, errors }) =>
		mailing
			? {
					message_id: mailing.id,
					name: mailing.name,
					alphaname_id: mailing.senderId,
					success: mailing.messages.map((message) => ({
						delivery_id: message.id,
						phone: message.to,
						status: message.status,
						status_time: dates.preciseText(message.statusAt),
					})),
				}
			: { errors: errors.map(({ error }) => error) },
	);

function batch(name: 'sendBulkSms' | 'sendBulkViber', read: Reader): Operation {
	const callback = allowEmpty(query('callback_url', webAddress));
	return {
		name,
		version: 'v1',
		method: 'POST',
		json: true,
		parameters: [
			token('query'),
			name === 'sendBulkSms' ? required(callback) : callback,
			required(indexed(query('messages', text))),
		],
		run: (service, values) => {
			const mailings = mailingRecords(values).map((mailing) => read(service, mailing));
			const url = values.optional('callback_url') || undefined;
			const uuid = service.batches.start(
				name,
				runBatch(service, name, mailings),
				url === undefined
					? undefined
					: { url, payload: (batch) => statusOf(service, batch) },
			);
			return { uuid, success: 'OK' };
		},
	};
}

const status = (name: string, of: Batch['operation']): Operation => ({
	name,
	version: 'v1',
	method: 'POST',
	parameters: [token('query'), required(query('uuid', text))],
	run: (service, values) => statusOf(service, service.batches.get(of, values.text('uuid'))),
});

export const batchOperations: Operation[] = [
	batch('sendBulkViber', readViberMailing),
	status('statusBulkViber', 'sendBulkViber'),
	batch('sendBulkSms', readSmsMailing),
	status('statusBulkSms', 'sendBulkSms'),
];
