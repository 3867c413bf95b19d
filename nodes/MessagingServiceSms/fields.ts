import { choice, optionalText, requiredText, toggle } from '../shared/describe/field';

export const showCost = toggle('Show Cost', 'showCost', {
	default: true,
	description: 'Whether the response includes the cost of the message',
});

export const forwardingMessage = toggle('Forward to Viber', 'forwardingMessage', {
	default: true,
	description: 'Whether to send the text by Viber if the SMS is not delivered in time',
});

export const messageName = optionalText('Name', 'name', {
	placeholder: 'e.g. Pick-up reminder',
	description: 'Internal name of the message. Recipients do not see it.',
});

export const mailingName = requiredText('Name', 'name', {
	placeholder: 'e.g. Spring sale',
	description: 'Internal name of the mailing. Recipients do not see it.',
});

export const createdVia = choice('Created Via', 'type', {
	options: [
		{
			name: 'API',
			value: 'API',
			description: 'Mailings created through the API, for example by n8n',
		},
		{ name: 'Web', value: 'WEB', description: "Mailings created on the service's website" },
	],
	description: 'Which mailings to list. Without this option, all mailings are listed.',
});
