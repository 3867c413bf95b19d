import { deletedEnvelope } from '../../../shared/api/responseShapes';
import { template } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';

export const deleteTemplate: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete template',
	description: 'Delete a template permanently',
	method: 'POST',
	path: '/api/v2/deleteTemplateMessage',
	tokenIn: 'form',
	effect: 'change',
	fields: [template],
	response: deletedEnvelope,
};
