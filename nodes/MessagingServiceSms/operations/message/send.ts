import { record } from '../../../shared/api/responseShapes';
import {
	at,
	forwardingTime,
	message,
	optional,
	options,
	phone,
} from '../../../shared/describe/fields';
import { senderName, viberName } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/describe/operation';
import { fromTemplate, textOrTemplate } from '../../../shared/describe/templateText';
import { forwardingMessage, showCost } from '../../fields';

/** POST /api/v1/sendQuickSMS ("SMS batch and single") */
export const sendMessage: Operation = {
	name: 'Send',
	value: 'send',
	action: 'Send an SMS',
	description: 'Send one text message to one phone number',
	method: 'POST',
	path: '/api/v1/sendQuickSMS',
	token: 'query',
	fields: [
		senderName,
		phone,
		...textOrTemplate([message]),
		options(
			showCost,
			at('form', forwardingMessage),
			at('form', forwardingTime),
			at('form', optional(viberName)),
		),
	],
	prepare: fromTemplate('qs'),
	answer: record('sms_id'),
};
