import { envelopeWith } from '../../../shared/api/responseShapes';
import type { Operation } from '../../../shared/run/operation';
import { templateName, templateText } from '../../fields';

export const createTemplate: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create template',
	description: 'Create a message template',
	method: 'POST',
	path: '/api/v2/createTemplateMessage',
	tokenIn: 'form',
	effect: 'change',
	fields: [templateName, templateText],
	response: envelopeWith('id'),
};
