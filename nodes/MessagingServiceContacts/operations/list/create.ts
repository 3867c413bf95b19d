import { routeToQuery } from '../../../shared/describe/field';
import { okResultRecord } from '../../../shared/api/responseShapes';
import type { Operation } from '../../../shared/run/operation';
import { listName } from '../../fields';

export const createList: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create contact list',
	description: 'Create an empty contact list',
	routing: { request: { method: 'POST', url: '/api/v2/createSubscriberList' } },
	tokenIn: 'query',
	effect: 'change',
	fields: routeToQuery(listName),
	response: okResultRecord('list_id'),
};
