import { costOf } from '../service/prices';
import type { Message } from '../account/records';
import type { Service } from '../service/service';
import type { Forwarding } from '../service/singles';
import { smsParts } from '../service/smsParts';
import { unixTime } from '../wire/dates';
import { code, flag, id, minutes, phone, senderId, text } from '../wire/formats';
import type { Operation } from './operation';
import { form, query, required, token } from '../wire/parameters';
import type { Values } from '../wire/values';

const sendResult = ({ id: smsId, status, text: body }: Message) => ({
	sms_id: smsId,
	status,
	parts: smsParts(body),
});

function forwarding(service: Service, values: Values): Forwarding | undefined {
	const { name } = service.sender('vibername_id', values.optionalNumber('vibername_id'));
	if (values.optional('forwarding_message') !== '1') return undefined;
	const after = values.optionalNumber('forwarding_time') ?? 60;
	return { channel: 'viber', sender: name, minutes: after };
}

const oneTimeCode = (name: string, channel: 'telegram' | 'whatsapp'): Operation => ({
	name,
	version: 'v1',
	method: 'POST',
	parameters: [token('query'), required(query('message', code)), required(query('phone', phone))],
	run: (service, values) =>
		sendResult(
			service.singles.send({
				channel,
				to: values.text('phone'),
				text: values.text('message'),
				sender: channel === 'telegram' ? 'Telegram' : 'WhatsApp',
				operation: name,
			}),
		),
});

export const smsSingleOperations: Operation[] = [
	{
		name: 'sendQuickSMS',
		version: 'v1',
		method: 'POST',
		parameters: [
			token('query'),
			required(query('message', text)),
			required(query('phone', phone)),
			required(query('alphaname_id', senderId)),
			query('show_cost', flag),
			form('forwarding_message', flag),
			form('forwarding_time', minutes),
			form('vibername_id', id),
		],
		run: (service, values) => {
			const { name } = service.sender('alphaname_id', values.number('alphaname_id'));
			const message = service.singles.send({
				channel: 'sms',
				to: values.text('phone'),
				text: values.text('message'),
				sender: name,
				operation: 'sendQuickSMS',
				forwarding: forwarding(service, values),
			});
			if (values.optional('show_cost') !== '1') return sendResult(message);
			// The API documents the cost, but not the name of its field.
			return { ...sendResult(message), cost: costOf('sms', message, 1).toFixed(2) };
		},
	},
	oneTimeCode('sendOtpTelegram', 'telegram'),
	oneTimeCode('sendOtpWhatsApp', 'whatsapp'),
	{
		name: 'checkSMS',
		version: 'v1',
		method: 'GET',
		parameters: [token('query'), required(query('sms_id', id))],
		// The API does not document `sent` and `delivered` for a message in progress, so the
		// sandbox returns 0.
		run: (service, values) => {
			const message = service.singles.sms(values.number('sms_id'));
			return {
				sms_id: message.id,
				sent: unixTime(message.sentAt ?? 0),
				delivered: unixTime(message.deliveredAt ?? 0),
				// The API does not document `status`, but published client libraries read this
				// field.
				status:
					message.sentAt !== undefined && message.status === 'NEW'
						? 'SENT'
						: message.status,
			};
		},
	},
];
