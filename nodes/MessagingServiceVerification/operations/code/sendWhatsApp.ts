import { routeToQuery } from '../../../shared/describe/field';
import { bareRecord } from '../../../shared/api/responseShapes';
import { recipientPhoneField } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/run/operation';
import { codeOnlyFields, fieldsDroppedIfFailed } from '../../fields';
import { prepareCodeOnlyMessage } from '../../prepareCode';

export const sendWhatsAppCode: Operation = {
	name: 'Send by WhatsApp',
	value: 'sendWhatsApp',
	action: 'Send code by WhatsApp',
	description: 'Send a one-time code to one phone number by WhatsApp',
	routing: { request: { method: 'POST', url: '/api/v1/sendOtpWhatsApp' } },
	tokenIn: 'query',
	effect: 'send',
	fields: [...routeToQuery(recipientPhoneField), ...codeOnlyFields],
	prepareRequest: prepareCodeOnlyMessage,
	response: bareRecord('sms_id'),
	knowsRecipients: true,
	isTimeCritical: true,
	fieldsDroppedIfFailed,
};
