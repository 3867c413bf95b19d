import type { Service } from '../service/service';
import type { Forwarding } from '../service/singles';
import type { Content } from '../account/records';
import { flag, id, minutes, oneOf, phone, senderId, text, webAddress } from '../wire/formats';
import { ok, type Operation } from './operation';
import { file, form, messageId, required, token } from '../wire/parameters';
import { orRefuse, refuse } from '../wire/refusal';
import type { Values } from '../wire/values';

export const contentParameters = [
	form('type_message', oneOf('TEXT', 'IMAGE', 'BUTTON')),
	form('message', text),
	form('image_url', webAddress),
	file('image'),
	form('button', text),
	form('button_link', webAddress),
];

export type MessageType = 'TEXT' | 'IMAGE' | 'BUTTON';

export function typeOf(values: Values): MessageType {
	const type = values.optional('type_message');
	return type === 'IMAGE' || type === 'BUTTON' ? type : 'TEXT';
}

export function contentRule(values: Values): void {
	const type = typeOf(values);
	const demand = (name: string) => {
		if (!values.has(name)) throw refuse(name, `required when type_message is ${type}`);
	};
	if (type === 'TEXT') demand('message');
	if (type === 'IMAGE' && !values.has('image')) demand('image_url');
	if (type === 'BUTTON') ['button', 'button_link'].forEach(demand);
}

export function contentOf(service: Service, values: Values): Content {
	const upload = values.files.get('image');
	const caption = values.optional('button');
	return {
		text: values.text('message'),
		image: values.optional('image_url') ?? (upload && service.files.keep(upload)),
		button: caption === undefined ? undefined : { caption, link: values.text('button_link') },
	};
}

function forwarding(service: Service, values: Values): Forwarding | undefined {
	const { name } = service.sender('alphaname_id', values.optionalNumber('alphaname_id'));
	if (values.optional('forwarding_message') !== '1') return undefined;
	const after = values.optionalNumber('forwarding_time') ?? 60;
	return { channel: 'sms', sender: name, minutes: after };
}

export const viberSingleOperations: Operation[] = [
	{
		name: 'sendQuickViberMessage',
		version: 'v2',
		method: 'POST',
		parameters: [
			token('form'),
			required(form('vibername_id', id)),
			required(form('phone', phone)),
			...contentParameters,
			form('forwarding_message', flag),
			form('forwarding_time', minutes),
			form('alphaname_id', senderId),
		],
		rules: [contentRule],
		run: (service, values) => {
			const { name } = service.sender('vibername_id', values.number('vibername_id'));
			const forward = forwarding(service, values);
			const message = service.singles.send({
				...contentOf(service, values),
				channel: 'viber',
				to: values.text('phone'),
				sender: name,
				operation: 'sendQuickViberMessage',
				messageId: service.nextId(),
				forwarding: forward,
			});
			return ok({ message_id: message.messageId });
		},
	},
	{
		name: 'getViberDeliveryData',
		version: 'v2',
		method: 'POST',
		parameters: [token('form'), messageId('form')],
		run: (service, values) => {
			const found = service.singles.viberMessage(values.number('message_id'));
			const message = orRefuse(found, 'message_id');
			return ok({
				phone: message.to,
				status: message.status,
				error_code: message.status === 'UNDELIVERED' ? 1 : 0,
			});
		},
	},
];
