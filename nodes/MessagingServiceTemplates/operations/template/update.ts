import { routeToBody } from '../../../shared/describe/field';
import { okResultRecord } from '../../../shared/api/responseShapes';
import { buildNotice } from '../../../shared/describe/fields';
import { templateField } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';
import { templateName, templateText } from '../../fields';

export const updateTemplate: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update template',
	description: 'Replace the name and text of a template',
	routing: { request: { method: 'POST', url: '/api/v2/editTemplateMessage' } },
	tokenIn: 'form',
	effect: 'change',
	fields: [
		...routeToBody(templateField),
		buildNotice(
			'replaceNotice',
			'Both the name and the text are replaced. To keep one of them, read it with Get first.',
		),
		...routeToBody(templateName, templateText),
	],
	response: okResultRecord('id', { mayOmitId: true }),
};
