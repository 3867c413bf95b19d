import type { Field } from '../shared/operation';

export const templateName: Field = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Order ready',
	description: 'Name of the template, for your own lists',
};

export const templateText: Field = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Hello {name}, your order is ready',
	description: 'Text of the template',
};
