import { url } from '../values/urls';
import { when } from '../describe/field';
import { notice } from '../describe/fields';
import type { Field } from '../describe/field';

const ITEMS = { specifyMailings: ['items'] };

/** The field, shown when the recipients are the input items. */
export const fromItems = (field: Field, condition: Field['showWhen'] = {}): Field =>
	when({ ...ITEMS, ...condition }, field);

export const specifyMailings: Field = {
	displayName: 'Specify Mailings',
	name: 'specifyMailings',
	type: 'options',
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
	default: 'items',
	description: 'How to specify the mailings and their recipients',
	apiName: false,
};

export const readOnceNotice: Field = {
	...notice(
		'readOnceNotice',
		'All input items are sent as one mailing. The recipient (and, for personal mailings, the message) is read from each item. Every other field is taken from the first item.',
	),
	showWhen: ITEMS,
};

export const messageType: Field = {
	displayName: 'Message Type',
	name: 'messageType',
	type: 'options',
	options: [
		{ name: 'Bulk', value: 'bulk', description: 'All recipients get the same message' },
		{
			name: 'Personal',
			value: 'personal',
			description: 'Each recipient gets their own message',
		},
	],
	default: 'bulk',
	description: 'Type of the mailing',
	showWhen: ITEMS,
};

export const batchName: Field = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Spring sale',
	description: 'Internal name of the mailing',
	showWhen: ITEMS,
};

export const batchText: Field = {
	displayName: 'Message',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Your order is ready',
	description: 'Text of the message. In personal mailings it is read from every item.',
	showWhen: ITEMS,
};

export const resumeWaitNode: Field = {
	displayName: 'Resume Wait Node',
	name: 'resumeWaitNode',
	type: 'boolean',
	default: false,
	description:
		'Whether the service resumes the following Wait node (On Webhook Call) when the batch is done',
	apiName: false,
};

/** The address that the service calls; a Wait node's takes its place. */
export const callbackUrl = (missing?: string): Field => ({
	displayName: 'Callback URL',
	name: 'callbackUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/batch-done',
	description: 'URL that the service calls with the result when the batch is done',
	showWhen: { resumeWaitNode: [false] },
	parse: url,
	...(missing && { emptyAdvice: missing }),
});

export const mailingsJson = (example: object): Field => ({
	displayName: 'Mailings (JSON)',
	name: 'messages',
	type: 'json',
	typeOptions: { rows: 8 },
	required: true,
	default: JSON.stringify([example], null, 2),
	description:
		'Array of mailing objects with the field names of the API. It is read from the first item.',
	showWhen: { specifyMailings: ['json'] },
	apiName: false,
});
