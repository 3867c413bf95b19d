import { byId, PHONE } from '../contract/row';
import type { Setting } from './engine/workflow';
import { autoColumns } from './autoColumns';

const fromModel = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;

const toModel = { operation: 'send', phone: fromModel('to'), message: fromModel('text') };
const ofSms = { ...toModel, sender: byId('1363') };
const batch = { resource: 'batch', mailingName: 'March' };
const callbackUrl = 'https://example.com/done';

export const sms: Setting = {
	node: 'messagingServiceSms',
	parameters: { ...ofSms, resource: 'message' },
};
const smsBatch: Setting = {
	node: 'messagingServiceSms',
	parameters: { ...ofSms, ...batch, options: { callbackUrl } },
};
const viberBatch: Setting = {
	node: 'messagingServiceViber',
	parameters: { ...toModel, ...batch, batchSender: byId('77'), contentType: 'text' },
};
const letter = { senderEmail: 'shop@example.com', subject: 'News', message: fromModel('text') };
const emailBatch: Setting = {
	node: 'messagingServiceEmail',
	parameters: { ...batch, ...letter, operation: 'send', email: fromModel('to') },
};

const importOf = (columns: object) => ({
	node: 'messagingServiceContacts' as const,
	parameters: {
		resource: 'contact',
		operation: 'import',
		listId: byId('17'),
		columns,
	} as Setting['parameters'],
});

export const automaticImport = importOf(autoColumns(['NAME', 'CITY']));
export const mappedImport = importOf({
	...{ mappingMode: 'defineBelow', matchingColumns: [], schema: [] },
	value: { phone: fromModel('to'), NAME: fromModel('text') },
});

export const importedFields = (contact: Record<string, string>) => ({
	list_id: '17',
	...Object.fromEntries(
		Object.entries(contact).flatMap(([name, value], index) => [
			[`field_names[${index}]`, name],
			[`data[0][${index}]`, value],
		]),
	),
});

const mailing = {
	'messages[0][name]': 'March',
	'messages[0][message_type]': 'bulk',
	'messages[0][delivery_list][0]': PHONE,
};

/**
 * Each sending operation as a tool. `fields` are the expected request if the model passes `to` as
 * the recipient and Hello as the text.
 */
export const sendingTools: Array<[name: string, setting: Setting, to: string, fields: object]> = [
	['an SMS', sms, PHONE, { alphaname_id: '1363', phone: PHONE, message: 'Hello' }],
	[
		...(['an SMS batch', smsBatch, PHONE] as const),
		{
			...{ ...mailing, callback_url: callbackUrl },
			...{ 'messages[0][alphaname_id]': '1363', 'messages[0][text]': 'Hello' },
		},
	],
	[
		...(['a Viber batch', viberBatch, PHONE] as const),
		{
			...{ ...mailing, 'messages[0][alphaname_id]': '77' },
			'messages[0][content][type]': 'text',
			'messages[0][content][text]': 'Hello',
		},
	],
	[
		...(['an email batch', emailBatch, 'ann@example.com'] as const),
		{
			...{ sender_email: 'shop@example.com', subject: 'News', message: 'Hello' },
			...{ message_type: 'bulk', 'delivery_list[0]': 'ann@example.com' },
		},
	],
	['an import', mappedImport, PHONE, importedFields({ phone: PHONE, NAME: 'Hello' })],
];
