import { okResultList } from '../../../shared/api/responseShapes';
import { returnAllAndLimitFields } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/run/operation';

export const getAllTemplates: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many email templates',
	description:
		'List the IDs and titles of your email templates. The API cannot send emails from these templates.',
	routing: { request: { method: 'POST', url: '/api/v2/getEmailTemplates' } },
	tokenIn: 'query',
	effect: 'read',
	fields: [...returnAllAndLimitFields],
	response: okResultList,
};
