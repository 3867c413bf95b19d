import { envelope } from '../../../shared/answers';
import { template } from '../../../shared/locators';
import type { Operation } from '../../../shared/operation';

/** POST /api/v2/getTemplateMessageById */
export const getTemplate: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get a template',
	description: 'Read the text of one template',
	method: 'POST',
	path: '/api/v2/getTemplateMessageById',
	token: 'query',
	reads: true,
	fields: [template],
	answer: envelope,
};
