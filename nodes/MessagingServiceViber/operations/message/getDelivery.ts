import { routeToBody } from '../../../shared/describe/field';
import { viberMessageStatus } from '../../../shared/api/endpoints';
import {
	buildOptions,
	buildIdField,
	waitForFinalStatusField,
} from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/run/operation';

export const getMessageDelivery: Operation = {
	...viberMessageStatus,
	name: 'Get Delivery',
	value: 'getDelivery',
	description: 'Check whether a message was delivered or read',
	fields: [
		...routeToBody(
			buildIdField(
				'Message ID',
				'messageId',
				'ID of the message: the message_id that Send returned',
			),
		),
		buildOptions(waitForFinalStatusField),
	],
};
