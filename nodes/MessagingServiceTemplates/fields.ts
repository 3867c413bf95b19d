import { buildRequiredText } from '../shared/describe/field';

export const templateName = buildRequiredText('Name', 'name', {
	placeholder: 'e.g. Order ready',
	description: 'Internal name of the template. Recipients do not see it.',
});

export const templateText = buildRequiredText('Message', 'message', {
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Hello {name}, your order is ready',
	hint: 'Fill In replaces names in braces, such as {name}',
	description:
		'Text of the template, with names in braces for the parts that differ between messages',
});
