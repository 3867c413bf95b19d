import type { INodeProperties } from 'n8n-workflow';
import { MAX_MAILINGS } from './settings';

const includeExisting: INodeProperties = {
	displayName: 'Include Existing',
	name: 'includeExisting',
	type: 'boolean',
	default: false,
	description:
		'Whether what is already there when the workflow is activated starts the workflow too; without it only what comes afterwards does',
};

const markAsRead: INodeProperties = {
	displayName: 'Mark as Read',
	name: 'markAsRead',
	type: 'boolean',
	default: false,
	displayOptions: { show: { '/event': ['viberReply'] } },
	description:
		'Whether replies are marked as read at the poll after the one that gave them to the workflow',
};

const maxMailings: INodeProperties = {
	displayName: 'Max Mailings',
	name: 'maxMailings',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: MAX_MAILINGS,
	displayOptions: { show: { '/mailings': ['all'] } },
	description: `How many mailings are watched, the newest first; each costs a request per poll. Without this option ${MAX_MAILINGS}.`,
};

const statuses: INodeProperties = {
	displayName: 'Statuses',
	name: 'statuses',
	type: 'string',
	default: '',
	placeholder: 'e.g. UNDELIVERED, READ',
	displayOptions: { hide: { '/event': ['viberReply'] } },
	description: 'Only changes to one of these statuses, separated by commas; upper or lower case',
};

export const properties: INodeProperties[] = [
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Email Delivery Changed',
				value: 'emailDelivery',
				description: 'A letter of a mailing was delivered, opened or rejected',
			},
			{
				name: 'SMS Delivery Changed',
				value: 'smsDelivery',
				description: 'A text message was sent, delivered or not',
			},
			{
				name: 'Viber Delivery Changed',
				value: 'viberDelivery',
				description: 'A Viber message of a mailing was delivered, read or not',
			},
			{
				name: 'Viber Reply Received',
				value: 'viberReply',
				description: 'A recipient answered a Viber mailing',
			},
		],
		default: 'viberReply',
	},
	{
		displayName: 'Mailings',
		name: 'mailings',
		type: 'options',
		options: [
			{ name: 'All', value: 'all', description: 'The newest mailings of the account' },
			{ name: 'Selected', value: 'selected', description: 'Mailings whose IDs you enter' },
		],
		default: 'all',
		description: 'Which mailings to watch',
	},
	{
		displayName:
			'The service has no list of email mailings: choose <b>Selected</b> above, and enter the <code>message_id</code> of each mailing.',
		name: 'emailNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { event: ['emailDelivery'], mailings: ['all'] } },
	},
	{
		displayName: 'Mailing IDs',
		name: 'messageIds',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 5012, 5013',
		description:
			'The message_id of each mailing, separated by commas; an expression may give a list',
		displayOptions: { show: { mailings: ['selected'] } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [includeExisting, markAsRead, maxMailings, statuses],
	},
];
