import { smsParts } from '../service/smsParts';
import type { Template } from '../account/records';
import { id, text } from '../wire/formats';
import { ok, type Operation } from './operation';
import { form, query, required, token } from '../wire/parameters';

const templateRecord = ({ id: templateId, name, message }: Template) => ({
	id: templateId,
	name,
	message,
	parts: smsParts(message),
});

const content = [required(form('name', text)), required(form('message', text))];
const templateId = required(form('template_id', id));

export const templateOperations: Operation[] = [
	{
		name: 'getTemplateMessages',
		version: 'v2',
		method: 'POST',
		parameters: [token('query')],
		run: ({ templates }) => ok([...templates.values()].map(({ id, name }) => ({ id, name }))),
	},
	{
		name: 'getTemplateMessageById',
		version: 'v2',
		method: 'POST',
		parameters: [token('query'), required(query('template_id', id))],
		run: (service, values) =>
			ok(templateRecord(service.template(values.number('template_id')))),
	},
	{
		name: 'createTemplateMessage',
		version: 'v2',
		method: 'POST',
		parameters: [token('form'), ...content],
		run: (service, values) =>
			ok(templateRecord(service.addTemplate(values.text('name'), values.text('message')))),
	},
	{
		name: 'editTemplateMessage',
		version: 'v2',
		method: 'POST',
		parameters: [token('form'), templateId, ...content],
		run: (service, values) => {
			const template = service.template(values.number('template_id'));
			template.name = values.text('name');
			template.message = values.text('message');
			return ok(templateRecord(template));
		},
	},
	{
		name: 'deleteTemplateMessage',
		version: 'v2',
		method: 'POST',
		parameters: [token('form'), templateId],
		run: (service, values) => {
			service.templates.delete(service.template(values.number('template_id')).id);
			return ok();
		},
	},
];
