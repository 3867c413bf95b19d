import { routeToQuery } from '../../../shared/describe/field';
import { undocumentedShape } from '../../../shared/api/responseShapes';
import { preparedMessageField } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';

export const getPreparedMessageStatus: Operation = {
	name: 'Get Status',
	value: 'getStatus',
	action: 'Get status of prepared SMS',
	description: 'Get the status that the service reports for a prepared SMS',
	routing: { request: { method: 'GET', url: '/api/v1/checkSMSMessageStatus' } },
	tokenIn: 'query',
	effect: 'read',
	fields: routeToQuery(preparedMessageField),
	response: undocumentedShape,
};
