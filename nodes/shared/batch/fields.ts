import {
	choice,
	optional,
	optionalText,
	requiredText,
	toggle,
	when,
	type Field,
} from '../describe/field';
import { message, notice } from '../describe/fields';
import { limitFields, waitUntil } from '../wait/limitFields';
import { enteredCallback } from './callback';

const ITEMS = { specifyMailings: ['items'] };
const WAITS = { waitForResult: [true] };

/** The field, shown when the recipients are the input items. */
export const fromItems = (field: Field, condition: Field['showWhen'] = {}): Field =>
	when({ ...ITEMS, ...condition }, field);

export const specifyMailings = choice('Specify Mailings', 'specifyMailings', {
	options: [
		{
			name: 'From Input Items',
			value: 'items',
			description: 'Each input item is one recipient',
		},
		{
			name: 'Using JSON',
			value: 'json',
			description: 'Mailing objects in the format of the API',
		},
	],
	description: 'How to specify the mailings and their recipients',
	apiName: false,
});

export const readOnceNotice: Field = {
	...notice(
		'readOnceNotice',
		'All input items are sent as one mailing. The recipient (and, for personal mailings, the message) is read from each item. Every other field must have one value for all items, or nothing is sent.',
	),
	showWhen: ITEMS,
};

export const messageType = choice('Message Type', 'messageType', {
	options: [
		{ name: 'Bulk', value: 'bulk', description: 'All recipients get the same message' },
		{
			name: 'Personal',
			value: 'personal',
			description: 'Each recipient gets their own message',
		},
	],
	description: 'Type of the mailing',
	showWhen: ITEMS,
});

export const batchName = requiredText('Mailing Name', 'mailingName', {
	apiName: 'name',
	placeholder: 'e.g. Spring sale',
	description: 'Internal name of the mailing',
	showWhen: ITEMS,
});

export const batchText: Field = {
	...message,
	apiName: 'text',
	description: 'Text of the message. In personal mailings it is read from every item.',
	showWhen: ITEMS,
};

/**
 * If an expression decides whether the step waits, n8n takes all of them for shown, and could not start a
 * step without a date that its form requires. A date that is missing is an error of the step.
 */
const limits = limitFields.map((field) =>
	when({ ...WAITS, ...field.showWhen }, field.name === waitUntil.name ? optional(field) : field),
);

/** Whether the step waits for the result, how long, and else the URL that the service calls. */
const callback = (details: Partial<Field>): Field[] => [
	toggle('Wait for Result', 'waitForResult', {
		description:
			'Whether to wait until the service has the result, and return one item per recipient with its status',
		apiName: false,
	}),
	...limits,
	optionalText('Callback URL', 'callbackUrl', {
		placeholder: 'e.g. https://example.com/batch-done',
		description: 'URL that the service calls with the result when the batch is done',
		showWhen: { waitForResult: [false] },
		parse: enteredCallback,
		...details,
	}),
];

export const optionalCallback = callback({
	emptyAdvice: 'Enter the URL. For no callback, leave the field empty without an expression.',
});

export const requiredCallback = callback({
	hint: 'Required, except in a dry run. To do without a URL, turn on Wait for Result.',
	requiredUnless: 'options.dryRun',
	emptyAdvice:
		'The service needs a URL to call when the batch is done. Enter one here, or turn on "Wait for Result".',
});

export const mailingsJsonLabel = 'Mailings (JSON)';

export const mailingsJson = (example: object): Field => ({
	displayName: mailingsJsonLabel,
	name: 'mailingsJson',
	type: 'json',
	typeOptions: { rows: 8 },
	required: true,
	default: JSON.stringify([example], null, 2),
	description:
		'Array of mailing objects with the field names of the API. An expression is read from each item: for a JSON that has the mailings of all items, turn on "Execute Once" in the settings of the step.',
	showWhen: { specifyMailings: ['json'] },
	apiName: false,
});
