import { bareRecord } from '../../../shared/api/responseShapes';
import { routeToQuery } from '../../../shared/describe/field';
import { recipientPhoneField } from '../../../shared/describe/fields';
import { senderIdAsTextField } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';
import { codeInTextFields, fieldsDroppedIfFailed, codeMessage } from '../../fields';
import { prepareCodeInText } from '../../prepareCode';

export const sendSmsCode: Operation = {
	name: 'Send by SMS',
	value: 'sendSms',
	action: 'Send code by SMS',
	description: 'Send a one-time code to one phone number by SMS',
	routing: { request: { method: 'POST', url: '/api/v1/sendQuickSMS' } },
	tokenIn: 'query',
	effect: 'send',
	fields: [
		...routeToQuery(senderIdAsTextField, recipientPhoneField, codeMessage),
		...codeInTextFields,
	],
	prepareRequest: prepareCodeInText,
	response: bareRecord('sms_id'),
	knowsRecipients: true,
	whenSentAsSms: 'always',
	isTimeCritical: true,
	fieldsDroppedIfFailed,
};
