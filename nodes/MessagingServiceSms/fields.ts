import {
	buildChoice,
	buildOptionalText,
	buildRequiredText,
	apiNameRouting,
	buildToggleOnByDefault,
} from '../shared/describe/field';
import { buildNotice } from '../shared/describe/fields';
import { upperCaseOptionParser } from '../shared/values/choices';

/** A notice, because n8n shows the value of an expression in place of a hint. */
export const partsNotice = buildNotice(
	'partsNotice',
	'An SMS part has 160 characters, or 70 with an emoji, a curly quote or a letter such as ā or я. Each part is charged.',
);

export const showCost = buildToggleOnByDefault('Show Cost', 'showCost', {
	description: 'Whether the response includes the cost of the message',
});

export const forwardToViber = buildToggleOnByDefault('Forward to Viber', 'forwardToViber', {
	routing: apiNameRouting('forwarding_message'),
	description: 'Whether to send the text by Viber if the SMS is not delivered in time',
});

export const messageName = buildOptionalText('Name', 'name', {
	placeholder: 'e.g. Pick-up reminder',
	description: 'Internal name of the message. Recipients do not see it.',
});

export const mailingName = buildRequiredText('Mailing Name', 'mailingName', {
	routing: apiNameRouting('name'),
	placeholder: 'e.g. Spring sale',
	description: 'Internal name of the mailing. Recipients do not see it.',
});

export const createdVia = buildChoice('Created Via', 'createdVia', {
	routing: apiNameRouting('type'),
	options: [
		{
			name: 'API',
			value: 'api',
			description: 'Mailings created through the API, for example by n8n',
		},
		{ name: 'Web', value: 'web', description: "Mailings created on the service's website" },
	],
	description: 'Which mailings to list. Without this option, the step lists all mailings.',
	parse: upperCaseOptionParser(['api', 'web']),
});
