import type { Field } from '../shared/describe/field';

export const templateName: Field = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Order ready',
	description: 'Internal name of the template. Recipients do not see it.',
};

export const templateText: Field = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Hello {name}, your order is ready',
	hint: 'Names in braces, such as {name}, are replaced when the text is sent',
	description: 'Text of the template',
};
