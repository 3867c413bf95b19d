import { routeToBody } from '../../../shared/describe/field';
import { deletedEnvelope } from '../../../shared/api/responseShapes';
import { templateField } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';

export const deleteTemplate: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete template',
	description: 'Delete a template permanently',
	routing: { request: { method: 'POST', url: '/api/v2/deleteTemplateMessage' } },
	tokenIn: 'form',
	effect: 'change',
	fields: routeToBody(templateField),
	response: deletedEnvelope,
};
