import { byId, fromList, input, ok, rowsOf, wholeRows } from './row';

const node = 'messagingServiceTemplates';
const found = { id: 5, name: 'Welcome', message: 'Hello', parts: 1 };
const answer = ok(found);
const get = rowsOf([node, 'template', 'get'], answer);
const text = 'Hello & 100% "you"';

export const templatesContract = [
	rowsOf([node, 'template', 'create'], answer)(
		'a template',
		{ name: 'Welcome', message: '={{ $json.text }}' },
		{ form: { name: 'Welcome', message: text } },
		{ items: input({ text }) },
	),
	get(
		'a selected template',
		{ templateId: fromList('5', 'Welcome') },
		{ query: { template_id: '5' } },
	),
	get(
		'by an ID from the input',
		{ templateId: byId('={{ $json.id }}') },
		{ query: { template_id: '5' } },
		{ items: input({ id: 5 }) },
	),
	rowsOf([node, 'template', 'fillIn'])(
		'a template with a placeholder',
		{ templateId: byId('5'), placeholders: { values: [{ name: 'name', value: 'Anna' }] } },
		{ query: { template_id: '5' }, answer: ok({ ...found, message: 'Hello {name}' }) },
		{
			output: [
				{
					...{ template_id: 5, template_name: 'Welcome' },
					...{ message: 'Hello Anna', parts: 1, encoding: 'GSM-7' },
				},
			],
			wholeInput: true,
		},
	),
	...wholeRows(rowsOf([node, 'template', 'getAll'])),
	rowsOf([node, 'template', 'update'], answer)(
		'name and text',
		{ templateId: byId('5'), name: 'Welcome', message: 'Hello' },
		{ form: { template_id: '5', name: 'Welcome', message: 'Hello' } },
	),
	rowsOf([node, 'template', 'delete'], { status: 'OK' })(
		'a template',
		{ templateId: byId('5') },
		{ form: { template_id: '5' } },
		{ output: [{ deleted: true }] },
	),
];
