import { routeToQuery } from '../../../shared/describe/field';
import { bareRecord } from '../../../shared/api/responseShapes';
import { recipientPhoneField } from '../../../shared/describe/fields';
import { preparedMessageField } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';

export const sendPreparedMessage: Operation = {
	name: 'Send Prepared',
	value: 'sendPrepared',
	action: 'Send prepared SMS',
	description: 'Send a prepared SMS to one phone number',
	routing: { request: { method: 'GET', url: '/api/v1/sendSMS' } },
	tokenIn: 'query',
	effect: 'send',
	fields: routeToQuery(preparedMessageField, recipientPhoneField),
	response: bareRecord('sms_id'),
	knowsRecipients: true,
};
