import { routeToBody } from '../../../shared/describe/field';
import { okResultRecord } from '../../../shared/api/responseShapes';
import type { Operation } from '../../../shared/run/operation';
import { templateName, templateText } from '../../fields';

export const createTemplate: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create template',
	description: 'Create a message template',
	routing: { request: { method: 'POST', url: '/api/v2/createTemplateMessage' } },
	tokenIn: 'form',
	effect: 'change',
	fields: routeToBody(templateName, templateText),
	response: okResultRecord('id'),
};
