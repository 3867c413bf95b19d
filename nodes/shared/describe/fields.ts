import { email as emailAddress, phone as phoneNumber } from '../values/phoneAndEmail';
import { scheduleToMinute, scheduleToSecond } from '../values/dates';
import { positiveInteger, id, integerBetween } from '../values/formats';
import type { Field } from './field';

/** The collection of optional fields that every operation has at most one of. */
export const options = (...fields: Field[]): Field => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	// Not localeCompare: it would load the rules of a language when n8n starts.
	options: fields.sort((a, b) => (a.displayName < b.displayName ? -1 : 1)),
});

/** A note in the form, e.g. where money is debited. */
export const notice = (name: string, displayName: string): Field => ({
	displayName,
	name,
	type: 'notice',
	default: '',
	apiName: false,
});

export const phone: Field = {
	displayName: 'Phone',
	name: 'phone',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +380 67 123 45 67',
	hint: 'With the country code',
	description:
		'Phone number with its country code, 7 to 15 digits. Spaces, dashes, brackets and a plus sign are allowed.',
	parse: phoneNumber,
};

export const email: Field = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. anna@example.com',
	description: 'Email address of the recipient',
	parse: emailAddress,
};

export const message: Field = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Your order is ready',
	description: 'Text of the message',
};

/** A record that the service gives no list of: its ID comes from an earlier step. */
export const plainId = (displayName: string, name: string, description: string): Field => ({
	displayName,
	name,
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 48291',
	description,
	parse: id,
});

export const uuid: Field = {
	displayName: 'Batch UUID',
	name: 'uuid',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 3f2b8c1e-5d0a-4e7b-9c61-2a8d7f40b915',
	description: 'ID of the batch: the uuid that Send returned',
};

const schedule: Field = {
	displayName: 'Schedule Time',
	name: 'scheduleTime',
	type: 'dateTime',
	default: '',
	hint: "In the workflow's time zone",
	description: "Date and time to send, e.g. 2026-12-24T18:30:00, in the workflow's time zone",
};
/** Sent as `YYYY-MM-DD HH:MM` under the name that the operation documents. */
export const scheduleTime = (apiName: string): Field => ({
	...schedule,
	apiName,
	parse: scheduleToMinute,
});
/** Sent as `YYYY-MM-DDTHH:mm:ss` (batches of SMS and Viber). */
export const batchScheduleTime: Field = { ...schedule, parse: scheduleToSecond };

export const forwardingTime: Field = {
	displayName: 'Forward After (Minutes)',
	name: 'forwardingTime',
	type: 'number',
	typeOptions: { minValue: 5, maxValue: 60 },
	default: 60,
	hint: '5 to 60 minutes',
	description: 'Minutes to wait for delivery before the message is forwarded, 5 to 60',
	parse: integerBetween(5, 60, 'a whole number of minutes'),
};

/** How many records a "Get Many" operation returns. */
export const getMany: Field[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
		apiName: false,
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
		apiName: false,
		parse: positiveInteger,
	},
];
