import { parseEmail } from '../values/email';
import { parsePhone } from '../values/phone';
import { parseScheduleToMinute, parseScheduleToSecond } from '../values/dates';
import { parseRecordLimit, parseId, integerParser } from '../values/formats';
import {
	buildOptionalText,
	buildRequiredText,
	apiNameRouting,
	buildToggleOnByDefault,
	buildWholeNumber,
	type Field,
} from './field';

export const buildOptions = (...fields: Field[]): Field => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	// `localeCompare` would load locale data when n8n starts.
	options: fields.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)),
});

const sortKey = ({ displayName }: Field) => displayName.toLowerCase();

/** Returns a link for the end of a description. @param page e.g. `batches.md` */
export const docsLink = (page: string): string =>
	`<a href="https://github.com/messaging-service/n8n-nodes-messaging-service/blob/main/docs/${page}">More info</a>.`;

export const buildNotice = (name: string, displayName: string): Field => ({
	displayName,
	name,
	type: 'notice',
	default: '',
});

export const recipientPhoneField = buildRequiredText('Phone', 'phone', {
	placeholder: 'e.g. +380 67 123 45 67',
	hint: 'With + and the country code',
	description:
		'Phone number with + and its country code, 7 to 15 digits. Spaces, dashes, dots, slashes and brackets are allowed. Without +, the number is read with Default Country Code. If that field is empty, the number must include the country code and have at least 11 digits.',
	parse: parsePhone,
});

export const recipientEmailField = buildRequiredText('Email', 'email', {
	placeholder: 'e.g. anna@example.com',
	description: 'Email address of the recipient',
	parse: parseEmail,
});

export const messageField = buildRequiredText('Message', 'message', {
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Your order is ready',
	description: 'Text of the message',
});

/** If empty, the service generates a name, except for SMS mailings. */
export const mailingNameField = buildOptionalText('Mailing Name', 'mailingName', {
	routing: apiNameRouting('name'),
	placeholder: 'e.g. Spring sale',
	description:
		'Internal name of the mailing. If this field is empty, the service generates a name.',
});

/** Builds a field for the ID of a record that the service cannot list. */
export const buildIdField = (displayName: string, name: string, description: string): Field =>
	buildRequiredText(displayName, name, {
		placeholder: 'e.g. 48291',
		description,
		parse: parseId,
	});

export const batchUuidField = buildRequiredText('Batch UUID', 'uuid', {
	placeholder: 'e.g. 3f2b8c1e-5d0a-4e7b-9c61-2a8d7f40b915',
	description: 'ID of the batch: the uuid that Send returned',
});

const commonScheduleField: Field = {
	displayName: 'Schedule Time',
	name: 'scheduleTime',
	type: 'dateTime',
	default: '',
	hint: "In the workflow's time zone",
	description:
		"Date and time to send, e.g. 2030-12-24T18:30, in the workflow's time zone. If the credential has a Time Zone of the Account, the time is converted to that time zone.",
	emptyAdvice: 'Enter a date, or remove this option to send immediately.',
};
/** Sent as `YYYY-MM-DD HH:MM`. @param property the API name in this operation */
export const buildScheduleField = (property: string): Field => ({
	...commonScheduleField,
	routing: apiNameRouting(property),
	parse: parseScheduleToMinute,
});
/** The schedule of SMS and Viber batches, sent as `YYYY-MM-DDTHH:mm:ss`. */
export const batchScheduleField: Field = { ...commonScheduleField, parse: parseScheduleToSecond };

/** @param channel e.g. `Viber` */
export const buildForwardAfterField = (channel: string, forward: Field): Field =>
	buildWholeNumber(`Forward to ${channel}: After (Minutes)`, 'forwardAfter', [5, 60], {
		routing: apiNameRouting('forwarding_time'),
		dependsOn: forward,
		default: 60,
		hint: '5 to 60 minutes',
		description: `Minutes to wait for delivery before the message is forwarded to ${channel}, 5 to 60`,
		parse: integerParser(5, 60, 'a whole number of minutes'),
	});

const buildWaitSecondsField = (displayName: string, name: string, condition: string): Field =>
	buildWholeNumber(displayName, name, [1, 900], {
		default: 120,
		hint: '1 to 900 seconds',
		description: `Maximum seconds to wait until ${condition} The execution stays in memory meanwhile.`,
		parse: integerParser(1, 900, 'a whole number of seconds'),
	});
const POLLING_DESCRIPTION = '1 to 900. The pause between two checks grows from 2 to 15 seconds.';

export const waitForFinalStatusField = buildWaitSecondsField(
	'Wait for Final Status (Seconds)',
	'waitForFinalStatus',
	`the status is final, ${POLLING_DESCRIPTION} If the time runs out, the latest status is returned. ${docsLink('statuses.md')}`,
);
export const waitForRepliesField = buildWaitSecondsField(
	'Wait for Replies (Seconds)',
	'waitForReplies',
	`there is a reply, ${POLLING_DESCRIPTION} An unread reply that is already there counts too. If the time runs out, nothing is returned.`,
);

/** For records with more than ten fields. `simplifiedFields` of the operation lists the fields to keep. */
export const simplifyField = buildToggleOnByDefault('Simplify', 'simplify', {
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

export const returnAllAndLimitFields: Field[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		showWhen: { returnAll: [false] },
		required: true,
		parse: parseRecordLimit,
	},
];
