import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../contract/row';
import type { NodeName } from '../support/engine/nodeTypes';

/** Form in which the entries of a step are read and sent. */
export type Shape = 'single' | 'batch' | 'import' | 'wait' | 'read' | 'change';

/** An operation whose n-th entry has `markOf(n)` in its request, and in no other. */
export interface Kind {
	title: string;
	shape: Shape;
	node: NodeName;
	/** The operation of the API that gets the entries. */
	api: string;
	/** Without the options. */
	parameters: INodeParameters;
	/** The parameter that names the recipient of an item. */
	recipient: string;
	value: (n: number) => string;
	/** A value that is wrong. */
	wrong: string;
	/** The field with the ID that the service gives; the ID of the n-th entry if it gives none. */
	id?: string;
	isSms?: true;
	/** Has Send Between, and leaves out what is outside of it. */
	hasHours?: true;
	/** Has Send Between, one for all that it sends, or moves the schedule into it. */
	hasHoursOfAll?: true;
	/** Batch: parameters that are read once for all items, with their labels. */
	readOnce?: Array<[parameter: string, label: string]>;
	/** Each recipient of the batch has a text of their own. */
	isPersonal?: true;
	/** Has Max Recipients per Run. */
	hasLimit?: true;
	/** Has Send Once Per Key. */
	hasKeys?: true;
}

/** Unlike the mark of any other entry, and no part of anything else in a request. */
export const markOf = (n: number): string => String(380501000000 + n);
export const emailOf = (n: number): string => `p${markOf(n)}@example.com`;
/** A value of a contact. */
export const cellOf = (n: number, column: string): string => `cell${column}${markOf(n)}`;
/** Columns of an import, any of which an item may have. */
export const COLUMNS = ['A', 'B', 'C'];

/** n8n evaluates this: it throws if the item says so. */
const VALUE = "={{ $json.throws ? $('No such step').first().json.a : $json.value }}";
const phones = { recipient: 'phone', value: markOf, wrong: 'call me' };
const emails = { recipient: 'email', value: emailOf, wrong: 'nowhere' };
const sends = { hasKeys: true, hasLimit: true } as const;

type Details = Partial<Kind> & Pick<Kind, 'node' | 'api'>;
const kind = (
	shape: Shape,
	title: string,
	[resource, operation]: [string, string],
	parameters: INodeParameters,
	details: Details,
): Kind => {
	const all = { title, shape, ...phones, ...details };
	const { recipient } = all;
	const located = recipient.endsWith('Id');
	const own = { [recipient]: located ? { ...byId(''), value: VALUE } : VALUE };
	return { ...all, parameters: { resource, operation, ...parameters, ...own } };
};

const SMS = 'messagingServiceSms';
const VIBER = 'messagingServiceViber';
const EMAIL = 'messagingServiceEmail';
const text = { message: '={{ $json.text }}' };
const letter = { senderEmail: 'shop@example.com', subject: 'Sale', ...text };
const sender = { sender: byId(1363) };
const sms: Details = { ...sends, node: SMS, api: 'sendQuickSMS', id: 'sms_id', isSms: true };
const viber: Details = { ...sends, node: VIBER, api: 'sendQuickViberMessage', id: 'message_id' };
const mail: Details = { ...sends, ...emails, node: EMAIL, api: 'sendEmail', id: 'email_id' };
const code: Details = {
	...sends,
	node: 'messagingServiceVerification',
	api: 'sendOtpTelegram',
	id: 'sms_id',
};
const mailing = { recipient: 'mailingId', wrong: 'none' };
const SEND: [string, string] = ['message', 'send'];
const BATCH: [string, string] = ['batch', 'send'];
const WAIT: [string, string] = ['message', 'sendAndWait'];

const singles: Kind[] = [
	kind('single', 'an SMS', SEND, { ...sender, ...text }, { ...sms, hasHours: true }),
	kind('single', 'a Viber message', SEND, { ...sender, ...text }, { ...viber, hasHours: true }),
	kind('single', 'an email', SEND, letter, { ...mail, hasHoursOfAll: true }),
	kind('single', 'a Telegram code', ['code', 'sendTelegram'], { generateCode: true }, code),
	kind(
		'single',
		'a WhatsApp code',
		['code', 'sendWhatsApp'],
		{ generateCode: false, code: '48291573' },
		{ ...code, api: 'sendOtpWhatsApp' },
	),
	kind(
		'single',
		'a prepared SMS',
		['message', 'sendPrepared'],
		{ messageId: byId(7) },
		{ ...sends, node: SMS, api: 'sendSMS', id: 'sms_id', hasHours: true },
	),
	kind(
		'single',
		'the confirmation of an SMS mailing',
		['mailing', 'confirm'],
		{},
		{ ...mailing, node: SMS, api: 'confirmSendMessageByList', hasKeys: true, hasHours: true },
	),
	kind(
		'single',
		'the confirmation of a Viber mailing',
		['mailing', 'confirm'],
		{},
		{ ...mailing, node: VIBER, api: 'confirmViberMessage', hasKeys: true, hasHours: true },
	),
];

const together = { id: 'uuid', hasHoursOfAll: true } as const;
const bulkSms: Details = { ...sms, ...together, api: 'sendBulkSms' };
const bulkViber: Details = { ...viber, ...together, api: 'sendBulkViber' };
const bulkEmail: Details = { ...mail, ...together, api: 'sendBulkEmail' };
const named = { ...sender, batchSender: sender.sender, mailingName: 'Sale' };
const bulk = {};
const own = { ...text };
const bulkLetter = { ...letter, message: 'Hello' };
const oneName: Details['readOnce'] = [['mailingName', 'Mailing Name']];
const personal: Pick<Details, 'readOnce' | 'isPersonal'> = { readOnce: oneName, isPersonal: true };
const batches: Kind[] = [
	kind(
		'batch',
		'an SMS batch',
		BATCH,
		{ ...named, ...bulk, message: 'Hi' },
		{ ...bulkSms, readOnce: oneName },
	),
	kind('batch', 'a personal SMS batch', BATCH, { ...named, ...own }, { ...bulkSms, ...personal }),
	kind(
		'batch',
		'a Viber batch',
		BATCH,
		{ ...named, ...bulk, message: 'Hi' },
		{ ...bulkViber, readOnce: oneName },
	),
	kind(
		'batch',
		'a personal Viber batch',
		BATCH,
		{ ...named, ...own },
		{ ...bulkViber, ...personal },
	),
	kind(
		'batch',
		'an email batch',
		BATCH,
		{ ...bulkLetter, ...bulk },
		{ ...bulkEmail, readOnce: [['senderEmail', 'Sender Email']] },
	),
	kind(
		'batch',
		'a personal email batch',
		BATCH,
		{ ...letter, ...own },
		{ ...bulkEmail, ...personal, readOnce: [['senderEmail', 'Sender Email']] },
	),
];

const asked = { hasHoursOfAll: true } as const;
const waits: Kind[] = [
	kind(
		'wait',
		'an SMS that waits',
		WAIT,
		{ ...sender, message: 'Refund?' },
		{ ...sms, ...asked },
	),
	kind(
		'wait',
		'a Viber message that waits',
		WAIT,
		{ ...sender, message: 'Refund?' },
		{ ...viber, ...asked },
	),
	kind(
		'wait',
		'an email that waits',
		WAIT,
		{ ...letter, message: 'Refund?' },
		{ ...mail, ...asked },
	),
];

const cells = Object.fromEntries(COLUMNS.map((name) => [name, `={{ $json.${name} }}`]));
const mapped = { mappingMode: 'defineBelow', matchingColumns: [], schema: [] };
const imports: Kind[] = [
	{
		...kind(
			'import',
			'an import',
			['contact', 'import'],
			{ listId: byId(1001) },
			{ node: 'messagingServiceContacts', api: 'importContacts' },
		),
		parameters: {
			resource: 'contact',
			operation: 'import',
			listId: byId(1001),
			columns: { ...mapped, value: { phone: VALUE, ...cells } },
		},
	},
];

const templateName = { recipient: 'name', wrong: '', value: (n: number) => `Text ${markOf(n)}` };
const others: Kind[] = [
	kind(
		'read',
		'reading a template',
		['template', 'get'],
		{},
		{
			node: 'messagingServiceTemplates',
			api: 'getTemplateMessageById',
			recipient: 'templateId',
			wrong: 'none',
			id: 'id',
		},
	),
	kind(
		'change',
		'a new template',
		['template', 'create'],
		{ message: 'Hi' },
		{
			...templateName,
			node: 'messagingServiceTemplates',
			api: 'createTemplateMessage',
			id: 'id',
		},
	),
	kind(
		'change',
		'a new contact list',
		['list', 'create'],
		{},
		{
			...templateName,
			node: 'messagingServiceContacts',
			api: 'createSubscriberList',
			id: 'list_id',
		},
	),
	kind(
		'change',
		'an unsubscribed address',
		['address', 'unsubscribe'],
		{},
		{ ...emails, node: EMAIL, api: 'unsubscribeEmail' },
	),
];

export const kinds = [...singles, ...batches, ...waits, ...imports, ...others];
