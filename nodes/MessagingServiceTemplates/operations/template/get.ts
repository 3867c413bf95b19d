import { routeToQuery } from '../../../shared/describe/field';
import { templateField } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';
import { templateById } from '../../../shared/api/endpoints';

export const getTemplate: Operation = {
	...templateById,
	name: 'Get',
	value: 'get',
	description: 'Get the name and text of a template',
	fields: routeToQuery(templateField),
};
