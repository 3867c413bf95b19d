import type { INodeProperties, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import {
	buildChoice,
	type Field,
	buildOptionalText,
	buildRequiredText,
	buildToggleOnByDefault,
} from '../shared/describe/field';
import { docsLink, buildOptions } from '../shared/describe/fields';
import { exactOptionParser } from '../shared/values/choices';
import { normalizeStatus } from '../shared/api/statusWords';
import {
	integerParser,
	isBlank,
	commaJoiningParser,
	type Parser,
	requirePlainText,
	parseRecordLimit,
	ValidationError,
} from '../shared/values/formats';
import { eventOptions } from './events';
import { listSearch } from '../shared/node/listSearch';

/** Accepts text or an array. Does not split at spaces, because a status may contain spaces. */
const parseAndJoinStatuses: Parser = (value) => {
	const advice = 'Enter statuses separated by commas, e.g. UNDELIVERED, READ.';
	const entered = (Array.isArray(value) ? value : [value]).filter((entry) => !isBlank(entry));
	const words = entered
		.flatMap((entry) => requirePlainText(entry, advice).split(/[,;\n]/))
		.map(normalizeStatus)
		.filter((word) => word !== '');
	if (words.length === 0) throw new ValidationError('contains no status', advice);
	return words.join(',');
};

/** Limited, because each mailing costs at least one request per poll. */
export const DEFAULT_MAX_MAILINGS = 50;

export const includeExisting = buildToggleOnByDefault('Include Existing', 'includeExisting', {
	description: `Whether to also trigger for replies and statuses that already exist when the workflow is first activated. Events that occur while the workflow is deactivated start it when you activate it again, with or without this option. ${docsLink('triggers.md')}`,
});

export const markAsRead = buildToggleOnByDefault('Mark as Read', 'markAsRead', {
	displayOptions: { show: { '/event': ['viberReply'] } },
	description: `Whether to mark replies as read after they are passed to the workflow. Other triggers and programs then no longer see these replies. ${docsLink('triggers.md')}`,
});

const MAX_AGE_HOURS_RANGE: [number, number] = [1, 87_600];

export const maxAgeHours: Field = {
	displayName: 'Max Age (Hours)',
	name: 'maxAge',
	type: 'number',
	typeOptions: { minValue: MAX_AGE_HOURS_RANGE[0], maxValue: MAX_AGE_HOURS_RANGE[1] },
	default: 24,
	displayOptions: { show: { '/event': ['smsDelivery', 'viberReply'] } },
	description:
		"Maximum hours since a reply was received or an SMS was sent. Older replies and SMS do not trigger the workflow, and older replies are not marked as read. The service reports times without a time zone. They are read in the Time Zone of the Account in the credential or, if that field is empty, in the workflow's time zone.",
	parse: integerParser(...MAX_AGE_HOURS_RANGE, 'a whole number of hours'),
};

export const maxMailings: Field = {
	displayName: 'Max Mailings',
	name: 'maxMailings',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_MAX_MAILINGS,
	displayOptions: { show: { '/mailings': ['all'] } },
	hint: `${DEFAULT_MAX_MAILINGS} without this option`,
	description:
		'Max number of mailings to watch, newest first. Each mailing costs at least one request per poll.',
	parse: parseRecordLimit,
};

export const statuses = buildOptionalText('Statuses', 'statuses', {
	placeholder: 'e.g. UNDELIVERED, READ',
	displayOptions: { hide: { '/event': ['viberReply'] } },
	hint: 'Use this option only for a specific status of the service. Otherwise, use Outcomes.',
	description:
		'Comma-separated statuses to trigger on (not case-sensitive). To trigger on all statuses, remove this option.',
	parse: parseAndJoinStatuses,
});

export const outcomeOptions = [
	{
		name: 'Delivered',
		value: 'delivered',
		description: 'The message was delivered, read or opened',
	},
	{
		name: 'Not Delivered',
		value: 'notDelivered',
		description: 'The message was not delivered, e.g. it failed, expired or was rejected',
	},
	{
		name: 'Pending',
		value: 'pending',
		description: 'The outcome is not known yet, or this package does not know the status',
	},
];

export const outcomes: Field = {
	displayName: 'Outcomes',
	name: 'outcomes',
	type: 'multiOptions',
	options: outcomeOptions,
	default: [],
	displayOptions: { hide: { '/event': ['viberReply'] } },
	hint: 'This option is enough for most workflows. If you also add Statuses, an event must match Statuses and Outcomes.',
	description: 'Outcomes to trigger on. To trigger on all outcomes, remove this option.',
	parse: commaJoiningParser(exactOptionParser(outcomeOptions.map(({ value }) => value))),
};

/** A text field, because the service has no list of email mailings. */
export const mailingIdsAsText = buildRequiredText('Mailing IDs', 'mailingIds', {
	placeholder: 'e.g. 5012, 5013',
	description:
		'The message_id of each mailing, separated by commas. An expression may return an array.',
	displayOptions: { show: { mailings: ['selected'], event: ['emailDelivery'] } },
});

export const messageIds = buildOptionalText('Message IDs', 'messageIds', {
	placeholder: 'e.g. 5012, 5013',
	description:
		'The message_id of each single Viber message to watch besides the mailings, separated by commas. An expression may return an array.',
	emptyAdvice:
		'Enter the message_id of each message, or delete the expression and leave the field empty.',
	displayOptions: { show: { event: ['viberDelivery'] } },
});

const createMailingsPicker = (
	event: string[],
	more: Partial<INodeProperties> = {},
): INodeProperties => ({
	displayName: 'Mailing Names or IDs',
	name: 'mailingIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getMailings', loadOptionsDependsOn: ['event'] },
	required: true,
	default: [],
	allowArbitraryValues: true,
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	displayOptions: { show: { mailings: ['selected'], event } },
	...more,
});

const mailingsField = buildChoice('Mailings', 'mailings', {
	options: [
		{
			name: 'All',
			value: 'all',
			description: `The newest ${DEFAULT_MAX_MAILINGS} mailings of the account, unless you add Max Mailings`,
		},
		{
			name: 'Selected',
			value: 'selected',
			description: 'The mailings that you choose or whose IDs you enter',
		},
	],
	description: 'Which mailings to watch',
	displayOptions: { hide: { event: ['emailDelivery'] } },
});

export const properties: INodeProperties[] = [
	buildChoice('Event', 'event', {
		noDataExpression: true,
		options: eventOptions,
	}),
	mailingsField,
	// Includes All, although All is invalid for email: n8n keeps the value when the user changes the event.
	{
		...mailingsField,
		default: 'selected',
		displayOptions: { show: { event: ['emailDelivery'] } },
	},
	{
		displayName:
			'The service has no list of email mailings. Choose <b>Selected</b> above and enter the <code>message_id</code> of each mailing.',
		name: 'emailNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { event: ['emailDelivery'], mailings: ['all'] } },
	},
	createMailingsPicker(['smsDelivery', 'viberReply']),
	createMailingsPicker(['viberDelivery'], { required: false }),
	mailingIdsAsText,
	messageIds,
	buildOptions(includeExisting, markAsRead, maxAgeHours, maxMailings, outcomes, statuses),
];

const viberMailingSearches = [listSearch.searchViberMailings];
const mailingSearchesByEvent = {
	viberReply: viberMailingSearches,
	viberDelivery: viberMailingSearches,
	smsDelivery: [listSearch.searchPreparedMessages, listSearch.searchSmsMailings],
};

/**
 * Returns the mailings to choose from, except the mailings of a list that failed.
 *
 * @throws the error of the first list if all lists failed
 */
export async function getMailings(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const event = String(
		this.getCurrentNodeParameter('event'),
	) as keyof typeof mailingSearchesByEvent;
	const lists = await Promise.allSettled(
		mailingSearchesByEvent[event].map(async (list) => await list.call(this)),
	);
	if (lists.every(({ status }) => status === 'rejected')) {
		throw (lists[0] as PromiseRejectedResult).reason;
	}
	return lists.flatMap((list) =>
		list.status === 'fulfilled'
			? list.value.results.map(({ name, value }) => ({ name, value: String(value) }))
			: [],
	);
}
