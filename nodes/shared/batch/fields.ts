import { url } from '../values/urls';
import { when } from '../describe/field';
import { notice } from '../describe/fields';
import type { Field } from '../describe/field';

const ITEMS = { specifyMailings: ['items'] };

/** The field, shown when the recipients are the input items. */
export const fromItems = (field: Field, condition: Field['showWhen'] = {}): Field =>
	when({ ...ITEMS, ...condition }, field);

export const specifyMailings: Field = {
	displayName: 'Specify Mailing',
	name: 'specifyMailings',
	type: 'options',
	options: [
		{
			name: 'From Input Items',
			value: 'items',
			description: 'Each input item is one recipient',
		},
		{ name: 'Using JSON', value: 'json', description: 'Whole mailings as the API takes them' },
	],
	default: 'items',
	description: 'Where the recipients come from',
	apiName: false,
};

export const readOnceNotice: Field = {
	...notice(
		'readOnceNotice',
		'All input items become one mailing. Only the recipient, and in a personal mailing what each one gets, is read from every item; all other fields are read once, from the first item.',
	),
	showWhen: ITEMS,
};

export const messageType: Field = {
	displayName: 'Message Type',
	name: 'messageType',
	type: 'options',
	options: [
		{ name: 'Bulk', value: 'bulk', description: 'The same message for everybody' },
		{ name: 'Personal', value: 'personal', description: 'Each recipient gets an own message' },
	],
	default: 'bulk',
	description: 'Whether all recipients get the same message',
	showWhen: ITEMS,
};

export const batchName: Field = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Spring sale',
	description: 'Name of the mailing, for your own lists',
	showWhen: ITEMS,
};

export const batchText: Field = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Your order is ready',
	description: 'Text that the recipients read; in a personal mailing read from every item',
	showWhen: ITEMS,
};

export const resumeWaitNode: Field = {
	displayName: 'Resume Wait Node',
	name: 'resumeWaitNode',
	type: 'boolean',
	default: false,
	description:
		'Whether the service wakes the Wait node that follows (On Webhook Call) when the batch is done',
	apiName: false,
};

/** The address that the service calls; a Wait node's takes its place. */
export const callbackUrl = (missing?: string): Field => ({
	displayName: 'Callback URL',
	name: 'callbackUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/batch-done',
	description: 'Address that the service calls with the result when the batch is done',
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
		'List of mailing objects with the field names of the API; read from the first item',
	showWhen: { specifyMailings: ['json'] },
	apiName: false,
});
