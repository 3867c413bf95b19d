import { recordWith } from '../../../shared/api/responseShapes';
import { phone } from '../../../shared/describe/fields';
import { preparedMessage } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';

export const sendPreparedMessage: Operation = {
	name: 'Send Prepared',
	value: 'sendPrepared',
	action: 'Send prepared SMS',
	description: 'Send an SMS stored with Prepare to one phone number',
	method: 'GET',
	path: '/api/v1/sendSMS',
	tokenIn: 'query',
	effect: 'send',
	fields: [preparedMessage, phone],
	response: recordWith('sms_id'),
	knowsRecipients: true,
};
