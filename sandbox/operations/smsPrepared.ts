import { unixTime } from '../wire/dates';
import type { Message } from '../account/records';
import type { Service } from '../service/service';
import { orRefuse } from '../wire/refusal';
import { smsParts } from '../service/smsParts';
import { minuteDate, phone, senderId, text } from '../wire/formats';
import { type Operation, pageOf, pageRule } from './operation';
import { messageId, page, query, required, token } from '../wire/parameters';

function recipients(service: Service, messageId: number): Message[] {
	const messages =
		service.prepared.get(messageId)?.messages ??
		service.mailings.find('sms', messageId)?.messages;
	return orRefuse(messages, 'message_id').filter(({ sentAt }) => sentAt !== undefined);
}

const RECIPIENT_STATUS = { NEW: 'sent', UNDELIVERED: 'undelivered' } as const;

const recipient = ({ dates }: Service, message: Message) => ({
	phone: Number(message.to),
	status:
		message.status === 'NEW' || message.status === 'UNDELIVERED'
			? RECIPIENT_STATUS[message.status]
			: 'delivered',
	d_sent: dates.text(message.sentAt ?? 0),
});

export const smsPreparedOperations: Operation[] = [
	{
		name: 'createSmsMessage',
		version: 'v1',
		method: 'GET',
		parameters: [
			token('query'),
			query('name', text),
			required(query('message', text)),
			query('alphaname_id', senderId),
			query('time', minuteDate),
		],
		run: (service, values) => {
			const sender = service.sender('alphaname_id', values.optionalNumber('alphaname_id'));
			const prepared = {
				id: service.nextId(),
				name: values.optional('name') ?? '',
				text: values.text('message'),
				sender: sender.name,
				createdAt: service.clock.now(),
				scheduledAt: service.dates.read(values.text('time'), 'minute'),
				messages: [],
			};
			service.prepared.set(prepared.id, prepared);
			return {
				status: 'ok',
				parts: smsParts(prepared.text),
				len: prepared.text.length,
				message_id: prepared.id,
				alphaname: prepared.sender,
				time: unixTime(prepared.scheduledAt ?? 0),
			};
		},
	},
	{
		name: 'checkSMSMessageStatus',
		version: 'v1',
		method: 'GET',
		parameters: [token('query'), messageId('query')],
		// The API documents no response body, so the sandbox returns `moderated`, a status of
		// getMessagesList.
		run: (service, values) => ({
			message_id: service.preparedSms(values.number('message_id')).id,
			status: 'moderated',
		}),
	},
	{
		name: 'sendSMS',
		version: 'v1',
		method: 'GET',
		parameters: [token('query'), messageId('query'), required(query('phone', phone))],
		run: (service, values) => {
			const prepared = service.preparedSms(values.number('message_id'));
			const message = service.singles.send({
				channel: 'sms',
				to: values.text('phone'),
				text: prepared.text,
				sender: prepared.sender,
				operation: 'sendSMS',
				messageId: prepared.id,
				at: prepared.scheduledAt,
			});
			prepared.messages.push(message);
			return { sms_id: message.id, status: message.status };
		},
	},
	{
		name: 'getMessagesList',
		version: 'v1',
		method: 'GET',
		parameters: [token('query'), ...page('query')],
		rules: [pageRule],
		run: ({ prepared, settings, dates }, values) => {
			const messages = [...prepared.values()];
			if (settings.listOrder === 'newest') messages.reverse();
			return {
				result: pageOf(messages, values).map((message) => ({
					message_id: message.id,
					message: message.text,
					parts: smsParts(message.text),
					d_create: dates.text(message.createdAt),
					status: 'moderated',
				})),
			};
		},
	},
	{
		name: 'getSmsDeliveryList',
		version: 'v1',
		method: 'GET',
		parameters: [token('query'), messageId('query'), ...page('query')],
		rules: [pageRule],
		run: (service, values) => {
			const messages = recipients(service, values.number('message_id'));
			const rows = pageOf(messages, values);
			return { result: rows.map((message) => recipient(service, message)) };
		},
	},
];
