import { unixTime } from '../wire/dates';
import type { Mailing } from '../account/records';
import type { Service } from '../service/service';
import { smsParts } from '../service/smsParts';
import { flag, id, minuteDate, oneOf, senderId, text } from '../wire/formats';
import type { Operation } from './operation';
import { form, messageId, query, required, token } from '../wire/parameters';
import { Refusal } from '../wire/refusal';

/**
 * Counts the recipients of a confirmed mailing, or the contacts who would receive an unconfirmed
 * mailing.
 */
const countPhones = ({ mailings }: Service, mailing: Mailing): number =>
	mailing.status === 'NEW' ? mailings.recipients(mailing).length : mailing.messages.length;

/** The undocumented response to sendSmsList and confirmSendMessageByList. */
const information = (service: Service, mailing: Mailing) => ({
	message_id: mailing.id,
	name: mailing.name,
	status: mailing.status,
	count_phones: countPhones(service, mailing),
	parts: smsParts(mailing.content.text),
	cost: mailing.cost.toFixed(2),
	d_schedule: service.dates.text(mailing.scheduledAt ?? mailing.createdAt),
});

const mailingItem = (service: Service, mailing: Mailing) => ({
	id: mailing.id,
	name: mailing.name,
	d_create: unixTime(mailing.createdAt),
	d_schedule: unixTime(mailing.scheduledAt ?? mailing.createdAt),
	type: mailing.origin,
	parts: String(smsParts(mailing.content.text)),
	count_phones: countPhones(service, mailing),
	status: mailing.status,
	sms_delivered: String(
		mailing.messages.filter((message) => message.status === 'DELIVERED').length,
	),
	cost: mailing.cost.toFixed(2),
	alphaname: mailing.sender,
});

export const smsMailingOperations: Operation[] = [
	{
		name: 'sendSmsList',
		version: 'v1',
		method: 'POST',
		parameters: [
			token('form'),
			required(form('name', text)),
			required(form('message', text)),
			required(form('d_schedule', minuteDate)),
			required(form('list_id', id)),
			required(form('alphaname_id', senderId)),
		],
		run: (service, values) => {
			const sender = service.sender('alphaname_id', values.number('alphaname_id'));
			const mailing = service.mailings.create({
				channel: 'sms',
				name: values.text('name'),
				content: { text: values.text('message') },
				operation: 'sendSmsList',
				senderId: sender.id,
				sender: sender.name,
				scheduledAt: service.dates.read(values.text('d_schedule'), 'minute'),
				listId: service.list(values.number('list_id')).id,
			});
			const { message_id, status, count_phones } = information(service, mailing);
			return { message_id, status, count_phones };
		},
	},
	{
		name: 'confirmSendMessageByList',
		version: 'v1',
		method: 'POST',
		parameters: [token('form'), messageId('form'), required(form('confirm', flag))],
		run: (service, values) => {
			const mailing = service.mailings.get('sms', values.number('message_id'));
			if (values.text('confirm') === '1') service.mailings.confirm(mailing);
			return information(service, mailing);
		},
	},
	{
		name: 'getSMSMessages',
		version: 'v1',
		method: 'GET',
		parameters: [token('query'), query('type', oneOf('WEB', 'API'))],
		run: (service, values) => {
			const type = values.optional('type');
			const mailings = service.mailings
				.of('sms')
				.filter(({ origin }) => type === undefined || origin === type);
			if (mailings.length === 0) throw new Refusal(406, 'Content not found');
			return {
				status: 'success',
				data: mailings.map((mailing) => mailingItem(service, mailing)),
			};
		},
	},
];
