import { inBody } from '../../../shared/describe/field';
import { envelopeWith } from '../../../shared/api/responseShapes';
import { notice } from '../../../shared/describe/fields';
import { template } from '../../../shared/describe/resourceLocators';
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
		...inBody(template),
		notice(
			'replaceNotice',
			'Both the name and the text are replaced. To keep one of them, read it with Get first.',
		),
		...inBody(templateName, templateText),
	],
	response: envelopeWith('id', { isRequestedById: true }),
};
