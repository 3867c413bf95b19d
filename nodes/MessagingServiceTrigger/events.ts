import type { INodePropertyOptions } from 'n8n-workflow';
import { inWords } from '../shared/node/subtitle';

/** In the order of use: the first one is the default. */
export const events: INodePropertyOptions[] = [
	{
		name: 'Viber Reply Received',
		value: 'viberReply',
		description: 'A recipient replied to a Viber mailing',
	},
	{
		name: 'Viber Delivery Changed',
		value: 'viberDelivery',
		description:
			'A Viber message of a mailing was delivered or read, or could not be delivered',
	},
	{
		name: 'SMS Delivery Changed',
		value: 'smsDelivery',
		description: 'A text message was sent or delivered, or could not be delivered',
	},
	{
		name: 'Email Delivery Changed',
		value: 'emailDelivery',
		description: 'An email of a mailing was delivered, opened or rejected',
	},
];

/** "Viber reply received" */
const inSentenceCase = (label: string): string =>
	label.replace(/ [A-Z][a-z]+/g, (word) => word.toLowerCase());

export const subtitle = inWords(
	'$parameter["event"]',
	events.map(({ name, value }) => [String(value), inSentenceCase(name)]),
);
