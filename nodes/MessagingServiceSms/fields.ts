import { choice, optionalText, requiredText, sentAs, toggle } from '../shared/describe/field';
import { notice } from '../shared/describe/fields';
import { capitalizedOptionParser } from '../shared/values/choices';

/** A notice, because n8n shows the value of an expression in place of a hint. */
export const partsNotice = notice(
	'partsNotice',
	'An SMS part has 160 characters, or 70 with an emoji, a curly quote or a letter such as ā or я. Each part is charged.',
);

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
	parse: capitalizedOptionParser(['api', 'web']),
});
