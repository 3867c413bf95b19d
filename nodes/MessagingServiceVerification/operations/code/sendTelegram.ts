import { routeToQuery } from '../../../shared/describe/field';
import { bareRecord } from '../../../shared/api/responseShapes';
import { recipientPhoneField } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/run/operation';
import { codeOnlyFields, fieldsDroppedIfFailed } from '../../fields';
import { prepareCodeOnlyMessage } from '../../prepareCode';

export const sendTelegramCode: Operation = {
	name: 'Send by Telegram',
	value: 'sendTelegram',
	action: 'Send code by Telegram',
	description: 'Send a one-time code to one phone number by Telegram',
	routing: { request: { method: 'POST', url: '/api/v1/sendOtpTelegram' } },
	tokenIn: 'query',
	effect: 'send',
	fields: [...routeToQuery(recipientPhoneField), ...codeOnlyFields],
	prepareRequest: prepareCodeOnlyMessage,
	response: bareRecord('sms_id'),
	knowsRecipients: true,
	isTimeCritical: true,
	fieldsDroppedIfFailed,
};
