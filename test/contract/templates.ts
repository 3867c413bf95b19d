import { byId, fromList, input, rows, wholeBehaviours } from './row';

const node = 'messagingServiceTemplates';
const found = { id: 5, name: 'Welcome', message: 'Hello', parts: 1 };
const answer = { status: 'OK', result: found };

export const templatesContract = [
	...rows(node, 'template', 'create', {
		title: 'a template',
		parameters: { name: 'Welcome', message: '={{ $json.text }}' },
		items: input({ text: 'Hello & 100% "you"' }),
		sends: [{ form: { name: 'Welcome', message: 'Hello & 100% "you"' }, answer }],
		output: [found],
	}),
	...rows(
		node,
		'template',
		'get',
		{
			title: 'a selected template',
			parameters: { templateId: fromList('5', 'Welcome') },
			sends: [{ query: { template_id: '5' }, answer }],
			output: [found],
		},
		{
			title: 'by an ID from the input',
			parameters: { templateId: byId('={{ $json.id }}') },
			items: input({ id: 5 }),
			sends: [{ query: { template_id: '5' }, answer }],
			output: [found],
		},
	),
	...rows(node, 'template', 'fillIn', {
		title: 'a template with a placeholder',
		parameters: {
			templateId: byId('5'),
			placeholders: { values: [{ name: 'name', value: 'Anna' }] },
		},
		wholeInput: true,
		sends: [
			{
				query: { template_id: '5' },
				answer: { status: 'OK', result: { ...found, message: 'Hello {name}' } },
			},
		],
		output: [
			{
				...{ template_id: 5, template_name: 'Welcome' },
				...{ message: 'Hello Anna', parts: 1, encoding: 'GSM-7' },
			},
		],
	}),
	...rows(
		node,
		'template',
		'getAll',
		...wholeBehaviours({ wrap: (result) => ({ status: 'OK', result }) }),
	),
	...rows(node, 'template', 'update', {
		title: 'name and text',
		parameters: { templateId: byId('5'), name: 'Welcome', message: 'Hello' },
		sends: [{ form: { template_id: '5', name: 'Welcome', message: 'Hello' }, answer }],
		output: [found],
	}),
	...rows(node, 'template', 'delete', {
		title: 'a template',
		parameters: { templateId: byId('5') },
		sends: [{ form: { template_id: '5' }, answer: { status: 'OK' } }],
		output: [{ deleted: true }],
	}),
];
