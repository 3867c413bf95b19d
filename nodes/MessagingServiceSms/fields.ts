import type { Field } from '../shared/describe/field';

export const showCost: Field = {
	displayName: 'Show Cost',
	name: 'showCost',
	type: 'boolean',
	default: true,
	description: 'Whether the response includes the cost of the message',
};

export const forwardingMessage: Field = {
	displayName: 'Forward to Viber',
	name: 'forwardingMessage',
	type: 'boolean',
	default: true,
	description: 'Whether to send the text by Viber if the SMS is not delivered in time',
};

export const messageName: Field = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Pick-up reminder',
	description: 'Internal name of the message. Recipients do not see it.',
};

export const mailingName: Field = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Spring sale',
	description: 'Internal name of the mailing. Recipients do not see it.',
};

export const createdVia: Field = {
	displayName: 'Created Via',
	name: 'type',
	type: 'options',
	options: [
		{
			name: 'API',
			value: 'API',
			description: 'Mailings created through the API, for example by n8n',
		},
		{ name: 'Web', value: 'WEB', description: "Mailings created on the service's website" },
	],
	default: 'API',
	description: 'Which mailings to list. Without this option, all mailings are listed.',
};
