import {
	choice,
	type Field,
	optionalText,
	requiredText,
	sentAs,
	toggle,
} from '../shared/describe/field';
import { inCapitals } from '../shared/values/choices';

/** Static, because n8n evaluates no expression in a hint. A dry run of a batch counts the parts. */
export const inParts = (field: Field): Field => ({
	...field,
	hint: 'One part has 160 Latin characters, or 70 if one of them is Cyrillic or an emoji. Each part is charged.',
});

export const showCost = toggle('Show Cost', 'showCost', {
	description: 'Whether the response includes the cost of the message',
});

export const forwardToViber = toggle('Forward to Viber', 'forwardToViber', {
	routing: sentAs('forwarding_message'),
	description: 'Whether to send the text by Viber if the SMS is not delivered in time',
});

export const messageName = optionalText('Name', 'name', {
	placeholder: 'e.g. Pick-up reminder',
	description: 'Internal name of the message. Recipients do not see it.',
});

export const mailingName = requiredText('Mailing Name', 'mailingName', {
	routing: sentAs('name'),
	placeholder: 'e.g. Spring sale',
	description: 'Internal name of the mailing. Recipients do not see it.',
});

export const createdVia = choice('Created Via', 'createdVia', {
	routing: sentAs('type'),
	options: [
		{
			name: 'API',
			value: 'api',
			description: 'Mailings created through the API, for example by n8n',
		},
		{ name: 'Web', value: 'web', description: "Mailings created on the service's website" },
	],
	description: 'Which mailings to list. Without this option, all mailings are listed.',
	parse: inCapitals(['api', 'web']),
});
