import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { choice, optionalText, requiredText, toggle } from '../shared/describe/field';
import { options } from '../shared/describe/fields';
import { inWords } from '../shared/node/subtitle';

/** Each mailing costs a request at every poll, and most events are of the newest ones. */
export const MAX_MAILINGS = 200;

export const includeExisting = toggle('Include Existing', 'includeExisting', {
	description:
		'Whether to also trigger for events that already exist when the workflow is activated',
});

export const markAsRead = toggle('Mark as Read', 'markAsRead', {
	displayOptions: { show: { '/event': ['viberReply'] } },
	description:
		'Whether to mark replies as read on the poll after they were passed to the workflow',
});

export const maxMailings: INodeProperties = {
	displayName: 'Max Mailings',
	name: 'maxMailings',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: MAX_MAILINGS,
	displayOptions: { show: { '/mailings': ['all'] } },
	description: `Max number of mailings to watch, newest first. Each mailing costs at least one request per poll. Default: ${MAX_MAILINGS}.`,
};

const statuses = optionalText('Statuses', 'statuses', {
	placeholder: 'e.g. UNDELIVERED, READ',
	displayOptions: { hide: { '/event': ['viberReply'] } },
	description:
		'Comma-separated statuses to trigger on (not case-sensitive). Leave empty for all statuses.',
});

export const mailingIds = requiredText('Mailing IDs', 'mailingIds', {
	placeholder: 'e.g. 5012, 5013',
	description: 'Comma-separated message_id of each mailing. An expression may return an array.',
	displayOptions: { show: { mailings: ['selected'] } },
});

/** In the order of use: the first one is the default. */
const events: INodePropertyOptions[] = [
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

export const properties: INodeProperties[] = [
	choice('Event', 'event', {
		noDataExpression: true,
		options: events,
	}),
	choice('Mailings', 'mailings', {
		options: [
			{ name: 'All', value: 'all', description: 'The newest mailings of the account' },
			{
				name: 'Selected',
				value: 'selected',
				description: 'The mailings whose IDs you enter',
			},
		],
		description: 'Which mailings to watch',
	}),
	{
		displayName:
			'The service has no list of email mailings. Choose <b>Selected</b> above and enter the <code>message_id</code> of each mailing.',
		name: 'emailNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { event: ['emailDelivery'], mailings: ['all'] } },
	},
	mailingIds,
	options(includeExisting, markAsRead, maxMailings, statuses),
];
