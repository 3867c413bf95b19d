import type { Field } from '../shared/describe/field';

export const showCost: Field = {
	displayName: 'Show Cost',
	name: 'showCost',
	type: 'boolean',
	default: true,
	description: 'Whether the answer includes what the message costs',
};

export const forwardingMessage: Field = {
	displayName: 'Forward to Viber',
	name: 'forwardingMessage',
	type: 'boolean',
	default: true,
	description: 'Whether to send the text to Viber when the SMS is not delivered in time',
};

export const messageName: Field = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Pick-up reminder',
	description: 'Name by which you find the text again; recipients do not see it',
};

export const mailingName: Field = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Spring sale',
	description: 'Name by which you find the mailing again; recipients do not see it',
};

export const madeWith: Field = {
	displayName: 'Made With',
	name: 'type',
	type: 'options',
	options: [
		{ name: 'API', value: 'API', description: 'Mailings made by programs such as n8n' },
		{ name: 'Web', value: 'WEB', description: "Mailings made on the service's web site" },
	],
	default: 'API',
	description: 'Which mailings to list; without this option all of them',
};
