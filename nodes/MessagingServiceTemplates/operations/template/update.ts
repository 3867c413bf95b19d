import { envelope } from '../../../shared/answers';
import { template } from '../../../shared/locators';
import type { Operation } from '../../../shared/operation';
import { templateName, templateText } from '../../fields';

/** POST /api/v2/editTemplateMessage: both name and text are replaced */
export const updateTemplate: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update a template',
	description: 'Replace the name and the text of a template',
	method: 'POST',
	path: '/api/v2/editTemplateMessage',
	token: 'form',
	fields: [template, templateName, templateText],
	answer: envelope,
};
