import { requiredText } from '../shared/describe/field';

export const templateName = requiredText('Name', 'name', {
	placeholder: 'e.g. Order ready',
	description: 'Internal name of the template. Recipients do not see it.',
});

export const templateText = requiredText('Message', 'message', {
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Hello {name}, your order is ready',
	hasBraces: true,
	hint: 'Names in braces, such as {name}, are replaced when the text is sent',
	description:
		'Text of the template. Enter {{ and }} for braces that stay braces: {{name}} is sent as {name}.',
});
