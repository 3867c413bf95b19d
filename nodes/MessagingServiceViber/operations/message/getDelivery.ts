import { envelopeWith } from '../../../shared/api/responseShapes';
import { plainId } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/describe/operation';

export const getMessageDelivery: Operation = {
	name: 'Get Delivery',
	value: 'getDelivery',
	action: 'Get the delivery of a Viber message',
	description: 'Check whether a message was delivered or read',
	method: 'POST',
	path: '/api/v2/getViberDeliveryData',
	tokenIn: 'form',
	effect: 'read',
	fields: [
		plainId('Message ID', 'messageId', 'ID of the message: the message_id that Send returned'),
	],
	response: envelopeWith('status'),
	about: 'recipient',
};
