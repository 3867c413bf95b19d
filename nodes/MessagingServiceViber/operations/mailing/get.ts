import { okResultRecord } from '../../../shared/api/responseShapes';
import { routeToBody } from '../../../shared/describe/field';
import { simplifyField } from '../../../shared/describe/fields';
import { viberMailingField } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';

/** All fields of a mailing except the button and the image. */
export const simplifiedMailingFields = [
	'message_id',
	'message_type',
	'message',
	'status',
	'is_finished',
	'd_create',
	'd_schedule',
	'cost',
];

export const getMailing: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get Viber mailing',
	description: 'Get a mailing with its status and cost',
	routing: { request: { method: 'POST', url: '/api/v2/getViberMessageData' } },
	tokenIn: 'query',
	effect: 'read',
	fields: [...routeToBody(viberMailingField), simplifyField],
	simplifiedFields: simplifiedMailingFields,
	response: okResultRecord('message_id', { mayOmitId: true }),
	statusIsOf: 'mailing',
};
