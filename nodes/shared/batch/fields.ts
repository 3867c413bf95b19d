import { choice, optionalText, requiredText, toggle, when, type Field } from '../describe/field';
import { message, notice } from '../describe/fields';
import { enteredCallback } from './callback';

const ITEMS = { specifyMailings: ['items'] };

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

export const batchName = requiredText('Name', 'name', {
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

/** How the Wait node has to be set up: its default method, GET, is not that of the service. */
const SET_UP =
	'set Resume to "On Webhook Call", HTTP Method to "POST", and turn on Limit Wait Time, because the call may be lost';

const resumeWaitNode = toggle('Resume Wait Node', 'resumeWaitNode', {
	description: `Whether the service resumes the following Wait node when the batch is done. In the Wait node, ${SET_UP}. Anyone who has the URL that the service gets can resume this execution, so later Wait nodes of the same execution need their own authentication.`,
	apiName: false,
});

const waitNodeNotice = when(
	{ resumeWaitNode: [true] },
	notice('waitNodeNotice', `Add a Wait node after this step. In it, ${SET_UP}.`),
);

/** A Wait node that the service resumes, or the URL that it calls. */
const callback = (details: Partial<Field>): Field[] => [
	resumeWaitNode,
	waitNodeNotice,
	optionalText('Callback URL', 'callbackUrl', {
		placeholder: 'e.g. https://example.com/batch-done',
		description: 'URL that the service calls with the result when the batch is done',
		showWhen: { resumeWaitNode: [false] },
		parse: enteredCallback,
		...details,
	}),
];

export const optionalCallback = callback({
	emptyAdvice: 'Enter the URL. For no callback, leave the field empty without an expression.',
});

export const requiredCallback = callback({
	hint: 'Required, except in a dry run',
	requiredUnless: 'options.dryRun',
	emptyAdvice: `The service needs a URL to call when the batch is done. Enter one here, or turn on "Resume Wait Node" and add a Wait node after this step. In it, ${SET_UP}.`,
});

export const mailingsJson = (example: object): Field => ({
	displayName: 'Mailings (JSON)',
	name: 'mailingsJson',
	type: 'json',
	typeOptions: { rows: 8 },
	required: true,
	default: JSON.stringify([example], null, 2),
	description:
		'Array of mailing objects with the field names of the API. It is read from the first item.',
	showWhen: { specifyMailings: ['json'] },
	apiName: false,
});
