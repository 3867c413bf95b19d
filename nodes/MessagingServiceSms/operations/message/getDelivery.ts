import { inQuery } from '../../../shared/describe/field';
import { recordWith } from '../../../shared/api/responseShapes';
import { options, plainId, waitForFinalStatus } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/run/operation';

/** Times are Unix time in seconds. */
export const getMessageDelivery: Operation = {
	name: 'Get Delivery',
	value: 'getDelivery',
	action: 'Get delivery of SMS',
	description: 'Get the times when an SMS was sent and delivered',
	routing: { request: { method: 'GET', url: '/api/v1/checkSMS' } },
	tokenIn: 'query',
	effect: 'read',
	fields: [
		...inQuery(plainId('SMS ID', 'smsId', 'ID of the SMS: the sms_id that Send returned')),
		options(waitForFinalStatus),
	],
	response: recordWith('sms_id', { isGiven: true }),
	about: 'recipient',
};
