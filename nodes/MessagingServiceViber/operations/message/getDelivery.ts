import { inBody } from '../../../shared/describe/field';
import { viberMessage } from '../../../shared/api/endpoints';
import { options, plainId, waitForFinalStatus } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/run/operation';

export const getMessageDelivery: Operation = {
	...viberMessage,
	name: 'Get Delivery',
	value: 'getDelivery',
	description: 'Check whether a message was delivered or read',
	fields: [
		...inBody(
			plainId(
				'Message ID',
				'messageId',
				'ID of the message: the message_id that Send returned',
			),
		),
		options(waitForFinalStatus),
	],
};
