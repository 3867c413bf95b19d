import type { Mailing } from '../account/records';
import type { Service } from '../service/service';
import { id, idList, minuteDate, text } from '../wire/formats';
import { ok, type Operation, pageOf } from './operation';
import { form, messageId, page, required, token } from '../wire/parameters';
import type { Values } from '../wire/values';
import { contentOf, contentParameters, contentRule, typeOf } from './viberSingle';
import { orRefuse } from '../wire/refusal';

const DEFAULT_ROWS = 100;

const mailingRecord = ({ settings, dates }: Service, { content, ...mailing }: Mailing) => ({
	message_id: mailing.id,
	message_type: mailing.type,
	message: content.text,
	button_caption: content.button?.caption ?? '',
	button_link: content.button?.link ?? '',
	image_file: content.image ?? '',
	status: mailing.status,
	d_create: dates.text(mailing.createdAt),
	d_schedule: dates.text(mailing.scheduledAt ?? mailing.createdAt),
	cost: `${mailing.cost.toFixed(5)} ${settings.currency}`,
});

const mailingOf = (service: Service, values: Values): Mailing =>
	service.mailings.get('viber', values.number('message_id'));

export const viberMailingOperations: Operation[] = [
	{
		name: 'sendViberMessageList',
		version: 'v2',
		method: 'POST',
		parameters: [
			token('form'),
			form('name', text),
			required(form('vibername_id', id)),
			required(form('list_id', id)),
			...contentParameters,
			form('d_schedule', minuteDate),
		],
		rules: [contentRule],
		run: (service, values) => {
			const sender = service.sender('vibername_id', values.number('vibername_id'));
			const mailing = service.mailings.create({
				channel: 'viber',
				name: values.optional('name'),
				type: typeOf(values),
				listId: service.list(values.number('list_id')).id,
				content: contentOf(service, values),
				operation: 'sendViberMessageList',
				senderId: sender.id,
				sender: sender.name,
				scheduledAt: service.dates.read(values.text('d_schedule'), 'minute'),
			});
			const subscribers = service.mailings.recipients(mailing).length;
			return ok({ message_id: mailing.id, count_subscribers: subscribers });
		},
	},
	{
		name: 'confirmViberMessage',
		version: 'v2',
		method: 'POST',
		parameters: [token('query'), messageId('form')],
		run: (service, values) => {
			service.mailings.confirm(mailingOf(service, values));
			return ok();
		},
	},
	{
		name: 'getViberMessages',
		version: 'v2',
		method: 'POST',
		parameters: [token('query'), ...page('form')],
		run: (service, values) => {
			const mailings = pageOf(service.mailings.of('viber'), values, DEFAULT_ROWS);
			return ok(mailings.map((mailing) => mailingRecord(service, mailing)));
		},
	},
	{
		name: 'getViberMessageData',
		version: 'v2',
		method: 'POST',
		parameters: [token('query'), messageId('form')],
		run: (service, values) => ok(mailingRecord(service, mailingOf(service, values))),
	},
	{
		name: 'getViberDeliveryList',
		version: 'v2',
		method: 'POST',
		parameters: [token('form'), messageId('form')],
		run: (service, values) =>
			ok(
				service.mailings.sentMessages(mailingOf(service, values)).map((message) => ({
					delivery_id: message.id,
					phone: message.to,
					status: message.status,
					error_code: message.status === 'UNDELIVERED' ? 1 : 0,
				})),
			),
	},
	{
		name: 'getNewIncomingMessages',
		version: 'v2',
		method: 'POST',
		parameters: [token('form'), messageId('form')],
		run: (service, values) => {
			const messageId = values.number('message_id');
			const { mailings, singles, replies, dates } = service;
			orRefuse(
				mailings.find('viber', messageId) ?? singles.viberMessage(messageId),
				'message_id',
			);
			return ok(
				replies.unread(messageId).map((reply) => ({
					id: String(reply.id),
					phone: reply.phone,
					message: reply.text,
					d_receiver: dates.text(reply.receivedAt),
				})),
			);
		},
	},
	{
		name: 'readResponseStatus',
		version: 'v2',
		method: 'POST',
		parameters: [token('form'), required(form('incoming_messages', idList))],
		run: (service, values) => {
			const ids = values.text('incoming_messages').split(',').map(Number);
			return ok(`Messages flagged as read: ${service.replies.markAsRead(ids)}`);
		},
	},
];
