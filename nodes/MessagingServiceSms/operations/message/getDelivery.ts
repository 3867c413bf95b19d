import { recordWith } from '../../../shared/api/responseShapes';
import { plainId } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/describe/operation';

/** GET /api/v1/checkSMS: times are Unix time in seconds */
export const getMessageDelivery: Operation = {
	name: 'Get Delivery',
	value: 'getDelivery',
	action: 'Get the delivery of an SMS',
	description: 'See when one SMS was sent and delivered',
	method: 'GET',
	path: '/api/v1/checkSMS',
	tokenIn: 'query',
	idempotent: true,
	fields: [plainId('SMS ID', 'smsId', 'The sms_id that sending returned')],
	response: recordWith('sms_id'),
};
