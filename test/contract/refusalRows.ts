import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { contract } from '.';
import { byId } from './row';
import type { NodeName } from '../support/engine/nodeTypes';
import type { InputItem } from '../support/engine/runNode';
import { shareOfPairs } from '../support/thorough';
import { autoColumns } from '../support/autoColumns';

/** Settings that must fail before anything is sent, and the field that the error has to name. */
export interface Refusal {
	node: NodeName;
	resource: string;
	operation: string;
	title: string;
	parameters: INodeParameters;
	items?: InputItem[];
	field: string;
	/** The input item that is to blame, 0 when left out. */
	item?: number;
}

export type Where = readonly [node: NodeName, resource: string, operation: string];

export const SMS = 'messagingServiceSms';
export const VIBER = 'messagingServiceViber';
export const EMAIL = 'messagingServiceEmail';
export const CONTACTS = 'messagingServiceContacts';
export const TEMPLATES = 'messagingServiceTemplates';
export const CODE = 'messagingServiceVerification';

export const smsSend: Where = [SMS, 'message', 'send'];
export const smsPrepare: Where = [SMS, 'message', 'prepare'];
export const smsMailing: Where = [SMS, 'mailing', 'create'];
export const smsBatch: Where = [SMS, 'batch', 'send'];
export const viberSend: Where = [VIBER, 'message', 'send'];
export const viberMailing: Where = [VIBER, 'mailing', 'create'];
export const viberBatch: Where = [VIBER, 'batch', 'send'];
export const emailSend: Where = [EMAIL, 'message', 'send'];
export const emailMailing: Where = [EMAIL, 'mailing', 'send'];
export const emailBatch: Where = [EMAIL, 'batch', 'send'];
export const telegram: Where = [CODE, 'code', 'sendTelegram'];
const whatsApp: Where = [CODE, 'code', 'sendWhatsApp'];
const smsCode: Where = [CODE, 'code', 'sendSms'];
export const importing: Where = [CONTACTS, 'contact', 'import'];

/** Parameters that are accepted: those of the operation's first contract row. */
function accepted([node, resource, operation]: Where): {
	parameters: INodeParameters;
	items?: InputItem[];
} {
	const row = contract.find(
		(one) => one.node === node && one.resource === resource && one.operation === operation,
	);
	if (!row) throw new Error(`no contract row for ${node} ${resource}:${operation}`);
	return { parameters: row.parameters, items: row.items?.slice(0, 1) };
}

export function refuse(
	where: Where,
	title: string,
	field: string,
	changed: IDataObject,
	more?: Partial<Refusal>,
): Refusal {
	const [node, resource, operation] = where;
	const { parameters, items } = accepted(where);
	return {
		node,
		resource,
		operation,
		title,
		parameters: { ...parameters, ...changed } as INodeParameters,
		items,
		field,
		...more,
	};
}

const shown = (value: unknown): string => (value === '' ? 'nothing' : JSON.stringify(value));

/** The ways in which a person or an expression gives nothing. */
const nothing = [
	'',
	'={{ "" }}',
	'={{ null }}',
	'={{ undefined }}',
	'={{ $json.nope }}',
	'={{ "  " }}',
];

const required: Array<[where: Where, texts: string[], locators: string[]]> = [
	[smsSend, ['phone', 'message'], ['sender']],
	[[SMS, 'message', 'sendAndWait'], ['phone', 'message'], ['sender']],
	[smsPrepare, ['message'], []],
	[[SMS, 'message', 'sendPrepared'], ['phone'], ['messageId']],
	[[SMS, 'message', 'getStatus'], [], ['messageId']],
	[[SMS, 'message', 'getDelivery'], ['smsId'], []],
	[[SMS, 'message', 'getRecipients'], [], ['messageId']],
	[smsMailing, ['mailingName', 'message'], ['listId', 'sender']],
	[[SMS, 'mailing', 'confirm'], [], ['mailingId']],
	[[SMS, 'mailing', 'get'], [], ['mailingId']],
	[[SMS, 'mailing', 'getRecipients'], [], ['mailingId']],
	[smsBatch, ['mailingName', 'message', 'phone'], ['sender']],
	[[SMS, 'batch', 'getStatus'], ['uuid'], []],
	[viberSend, ['phone', 'message'], ['sender']],
	[[VIBER, 'message', 'sendAndWait'], ['phone', 'message'], ['sender']],
	[[VIBER, 'message', 'getDelivery'], ['messageId'], []],
	[viberMailing, ['message'], ['sender', 'listId']],
	[[VIBER, 'mailing', 'confirm'], [], ['mailingId']],
	[[VIBER, 'mailing', 'get'], [], ['mailingId']],
	[[VIBER, 'mailing', 'getRecipients'], [], ['mailingId']],
	[viberBatch, ['mailingName', 'message', 'phone'], ['batchSender']],
	[[VIBER, 'batch', 'getStatus'], ['uuid'], []],
	[[VIBER, 'reply', 'getAll'], [], ['mailingId']],
	[[VIBER, 'reply', 'markAsRead'], ['replyIds'], []],
	[telegram, ['phone', 'code'], []],
	[whatsApp, ['phone', 'code'], []],
	[smsCode, ['phone', 'message', 'code'], ['sender']],
	[emailSend, ['senderEmail', 'email', 'subject', 'message'], []],
	[[EMAIL, 'message', 'sendAndWait'], ['senderEmail', 'email', 'subject', 'message'], []],
	[emailMailing, ['senderEmail', 'subject', 'message'], ['listId']],
	[[EMAIL, 'mailing', 'getRecipients'], ['mailingId'], []],
	[emailBatch, ['senderEmail', 'email', 'subject', 'message'], []],
	[[EMAIL, 'batch', 'getStatus'], ['uuid'], []],
	[[EMAIL, 'address', 'unsubscribe'], ['email'], []],
	[[EMAIL, 'address', 'resubscribe'], ['email'], []],
	[[CONTACTS, 'list', 'create'], ['name'], []],
	[importing, [], ['listId']],
	[[TEMPLATES, 'template', 'create'], ['name', 'message'], []],
	[[TEMPLATES, 'template', 'fillIn'], [], ['templateId']],
	[[TEMPLATES, 'template', 'get'], [], ['templateId']],
	[[TEMPLATES, 'template', 'update'], ['name', 'message'], ['templateId']],
	[[TEMPLATES, 'template', 'delete'], [], ['templateId']],
];

/** Fields that each operation rejects if they are empty. */
const requiredFields = required.flatMap(([where, texts, locators]) => [
	...texts.map((field) => ({ where, field, filled: (empty: string): unknown => empty })),
	...locators.map((field) => ({ where, field, filled: byId })),
]);
const emptyFields = shareOfPairs(requiredFields, nothing).map(([{ where, field, filled }, empty]) =>
	refuse(where, `${field} empty: ${shown(empty)}`, field, {
		[field]: filled(empty) as IDataObject,
	}),
);

const expression = (value: unknown): string => `={{ ${JSON.stringify(value)} }}`;

/** Each value in fields that one function reads, both as typed and as an expression gives it. */
const badValues = (
	fields: Array<[where: Where, field: string]>,
	values: unknown[],
	fill: (field: string, value: unknown) => IDataObject = (field, value) => ({
		[field]: typeof value === 'string' ? value : expression(value),
	}),
): Refusal[] =>
	shareOfPairs(fields, values, fields.length).map(([[where, field], value]) =>
		refuse(where, `${field} ${shown(value)}`, field, fill(field, value)),
	);

const notPhones = badValues(
	[
		[smsSend, 'phone'],
		[[SMS, 'message', 'sendPrepared'], 'phone'],
		[smsBatch, 'phone'],
		[viberSend, 'phone'],
		[viberBatch, 'phone'],
		[telegram, 'phone'],
		[whatsApp, 'phone'],
	],
	[
		'call me',
		'38050123456O',
		'12345',
		'1234567890123456',
		'+',
		'067 123 45 67',
		'tel:+380671234567;ext=5',
		'380671234567.0',
		'3.80671E+11',
		380501234567.5,
		3806712.5,
		1e21,
		{},
		[],
		true,
		-380501234567,
	],
);

const idValues = ['abc', '1.5', '-1', 12.5, -1, ' ', '1e3', '17; drop', {}, [17, 18], true];
const inLocator = (field: string, value: unknown): IDataObject => ({
	[field]: byId(typeof value === 'string' ? value : expression(value)),
});
const notIds = [
	...badValues(
		[
			[[SMS, 'message', 'sendPrepared'], 'messageId'],
			[[SMS, 'message', 'getStatus'], 'messageId'],
			[[SMS, 'message', 'getRecipients'], 'messageId'],
			[smsMailing, 'listId'],
			[smsMailing, 'sender'],
			[[SMS, 'mailing', 'confirm'], 'mailingId'],
			[[SMS, 'mailing', 'get'], 'mailingId'],
			[[SMS, 'mailing', 'getRecipients'], 'mailingId'],
			[viberSend, 'sender'],
			[viberMailing, 'sender'],
			[viberMailing, 'listId'],
			[[VIBER, 'mailing', 'confirm'], 'mailingId'],
			[[VIBER, 'mailing', 'get'], 'mailingId'],
			[[VIBER, 'mailing', 'getRecipients'], 'mailingId'],
			[[VIBER, 'reply', 'getAll'], 'mailingId'],
			[emailMailing, 'listId'],
			[importing, 'listId'],
			[[TEMPLATES, 'template', 'fillIn'], 'templateId'],
			[[TEMPLATES, 'template', 'get'], 'templateId'],
			[[TEMPLATES, 'template', 'update'], 'templateId'],
			[[TEMPLATES, 'template', 'delete'], 'templateId'],
		],
		idValues,
		inLocator,
	),
	...badValues(
		[
			[[SMS, 'message', 'getDelivery'], 'smsId'],
			[[VIBER, 'message', 'getDelivery'], 'messageId'],
			[[EMAIL, 'mailing', 'getRecipients'], 'mailingId'],
		],
		idValues,
	),
	...badValues(
		[
			[smsSend, 'sender'],
			[smsBatch, 'sender'],
			[viberBatch, 'batchSender'],
		],
		[' ', 12.5, 1e21, true, {}, [17, 18], 'Shop\nBcc'],
		inLocator,
	),
	...badValues(
		[[[VIBER, 'reply', 'markAsRead'], 'replyIds']],
		[11.5, 1e21, true, {}, [], [[11]], [11, null], ' , '],
	),
	...badValues(
		[
			[smsPrepare, 'sender'],
			[smsSend, 'viberSender'],
			[viberSend, 'smsSender'],
		],
		['abc', '1.5', -1],
		(field, value) => ({ options: inLocator(field, value) }),
	),
];

const inOptions = (field: string, value: unknown): IDataObject => ({
	options: { [field]: typeof value === 'string' ? value : expression(value) },
});
const dates = [
	'tomorrow',
	'2099-13-01 10:00',
	'2099-02-30T10:00:00',
	'6:30 PM',
	'2099-03-01 6:30 PM',
	'2099-03-01  10:30',
	'2099-03-01',
	'2006-03-01T10:30:00',
	4076123456,
	'={{ $now.minus(6, "minutes") }}',
	'={{ $now.plus(2, "hours").toFormat("HH:mm") }}',
	'={{ "soon" }}',
	{},
	true,
];
const notDates = [
	...badValues([[smsMailing, 'scheduleTime']], dates),
	...badValues(
		[
			[smsPrepare, 'scheduleTime'],
			[smsBatch, 'scheduleTime'],
			[viberMailing, 'scheduleTime'],
			[viberBatch, 'scheduleTime'],
			[emailSend, 'scheduleTime'],
			[emailMailing, 'scheduleTime'],
			[emailBatch, 'scheduleTime'],
		],
		dates,
		inOptions,
	),
];

const addresses = [
	'nobody',
	'ann@',
	'@example.com',
	'ann ann@example.com',
	'a@b@example.com',
	'ann\u200d@example.com',
	'ann@exam\u034fple.com',
	'\u202eann@example.com',
	'ann\u0000@example.com',
	17,
	{},
];
const notAddresses = badValues(
	[
		[emailSend, 'email'],
		[emailSend, 'senderEmail'],
		[emailMailing, 'senderEmail'],
		[emailBatch, 'email'],
		[emailBatch, 'senderEmail'],
		[[EMAIL, 'address', 'unsubscribe'], 'email'],
		[[EMAIL, 'address', 'resubscribe'], 'email'],
	],
	addresses,
);

const links = ['not a link', 'example.com/x', 'javascript:alert(1)', 17, {}];
const image = { contentType: 'image', imageSource: 'url' };
const button = { contentType: 'button', buttonText: 'Buy', buttonLink: 'https://example.com/buy' };
const batchButton = {
	contentType: 'button',
	message: 'Sale',
	imageUrl: 'https://example.com/a.png',
	buttonText: 'Buy',
	buttonLink: 'https://example.com/buy',
};
/** The service could not fetch it: test/values/urls.test.ts has more. */
const imageUrl = 'http://127.0.0.1:5678/a.png';
const longLink = `https://example.com/${'x'.repeat(131)}`;
const linkFields: Array<[where: Where, field: string, fill: (link: string) => IDataObject]> = [
	...[viberSend, viberMailing].flatMap((where): typeof linkFields => [
		[where, 'imageUrl', (link) => ({ ...image, imageUrl: link })],
		[where, 'buttonLink', (link) => ({ ...button, buttonLink: link })],
	]),
	...[smsBatch, viberBatch].map((where): (typeof linkFields)[number] => [
		where,
		'callbackUrl',
		(link) => ({ options: { callbackUrl: link } }),
	]),
	[viberBatch, 'imageUrl', (link) => ({ ...batchButton, contentType: 'image', imageUrl: link })],
	[viberBatch, 'buttonLink', (link) => ({ ...batchButton, buttonLink: link })],
];
const notLinks = [
	refuse(viberSend, imageUrl, 'imageUrl', { ...image, imageUrl }),
	refuse(viberBatch, imageUrl, 'imageUrl', { ...batchButton, contentType: 'image', imageUrl }),
	...shareOfPairs(linkFields, links).map(([[where, field, fill], link]) =>
		refuse(
			where,
			`${field} ${shown(link)}`,
			field,
			fill(typeof link === 'string' ? link : expression(link)),
		),
	),
	refuse(viberBatch, 'buttonLink of 151 characters', 'buttonLink', {
		...batchButton,
		buttonLink: longLink,
	}),
	refuse(viberBatch, 'personal buttonLink of 151 characters', 'buttonLink', {
		...batchButton,
		buttonLink: expression(longLink),
	}),
];

const notCodes = badValues(
	[
		[telegram, 'code'],
		[whatsApp, 'code'],
		[smsCode, 'code'],
	],
	['abc', '12 34', '12345678901234567', '12a4', '12.5', 1.5, -12, {}, [1, 2]],
);

const notMinutes = badValues(
	[
		[smsSend, 'forwardAfter'],
		[viberSend, 'forwardAfter'],
	],
	[4, 61, 0, -5, 10.5, 'soon', {}],
	(field, value) => ({
		options: { [field]: typeof value === 'number' ? value : expression(value) },
	}),
);

const lists: Array<[where: Where, field: string]> = [
	[[SMS, 'message', 'getAll'], 'limit'],
	[[SMS, 'message', 'getRecipients'], 'limit'],
	[[SMS, 'mailing', 'getAll'], 'limit'],
	[[SMS, 'mailing', 'getRecipients'], 'limit'],
	[[VIBER, 'mailing', 'getAll'], 'limit'],
	[[VIBER, 'mailing', 'getRecipients'], 'limit'],
	[[VIBER, 'reply', 'getAll'], 'limit'],
	[[EMAIL, 'mailing', 'getRecipients'], 'limit'],
	[[EMAIL, 'template', 'getAll'], 'limit'],
	[[CONTACTS, 'list', 'getAll'], 'limit'],
	[[TEMPLATES, 'template', 'getAll'], 'limit'],
];
const notLimits = [
	...badValues(lists, [0, -1, 1.5, 'many', {}]),
	...lists.map(([where, field]) => refuse(where, 'no limit', field, { [field]: '={{ null }}' })),
];

/** Fields that only some choices need. */
const fromField = { contentType: 'image', imageSource: 'binary' };
const batchImage = { ...batchButton, contentType: 'image' };
const neededFields: Array<[where: Where, title: string, field: string, others?: IDataObject]> = [
	...[viberSend, viberMailing].flatMap((where): typeof neededFields => [
		[where, 'image without URL', 'imageUrl', image],
		[where, 'button without label', 'buttonText', button],
		[where, 'button without link', 'buttonLink', button],
		[where, 'image from no field', 'binaryPropertyName', fromField],
	]),
	[smsBatch, 'personal text empty', 'message'],
	[viberBatch, 'personal text empty', 'message'],
	[viberBatch, 'image without URL', 'imageUrl', batchImage],
	[viberBatch, 'button without caption', 'buttonText', batchButton],
	[viberBatch, 'button without link', 'buttonLink', batchButton],
	[emailBatch, 'personal subject empty', 'subject'],
	[emailBatch, 'personal message empty', 'message'],
	...([SMS, VIBER, EMAIL] as const).map((node): (typeof neededFields)[number] => [
		[node, 'message', 'sendAndWait'],
		'no choices',
		'choices',
		{ responseType: 'choice' },
	]),
	...[telegram, whatsApp, smsCode].flatMap((where): typeof neededFields => [
		[where, 'no length of a generated code', 'codeLength', { generateCode: true }],
		[where, 'no validity of a generated code', 'validFor', { generateCode: true }],
	]),
];
const conditional = [
	...shareOfPairs(neededFields, nothing).map(([[where, title, field, others], empty]) =>
		refuse(where, `${title}: ${shown(empty)}`, field, { ...others, [field]: empty }),
	),
	...[viberSend, viberMailing].map((where) =>
		refuse(where, 'image from a field that the item lacks', 'binaryPropertyName', {
			...fromField,
			binaryPropertyName: 'photo',
		}),
	),
	...[emailSend, emailMailing].map((where) =>
		refuse(where, 'attachment from a field that the item lacks', 'attachment', {
			options: { attachment: 'invoice' },
		}),
	),
	refuse(viberSend, 'an unknown choice', 'contentType', {
		...button,
		contentType: '={{ "VIDEO" }}',
		imageUrl: 'https://example.com/a.png',
	}),
	refuse([SMS, 'mailing', 'getAll'], 'an unknown choice', 'createdVia', {
		options: { createdVia: '={{ "APP" }}' },
	}),
	refuse(viberBatch, 'an unknown choice', 'contentType', {
		...batchButton,
		contentType: '={{ "video" }}',
		imageUrl: 'https://example.com/a.png',
	}),
];

const fields = (count: number): Record<string, string> =>
	Object.fromEntries([
		['phone', '380501234567'],
		...Array.from({ length: count - 1 }, (_, index) => [`FIELD${index}`, 'x']),
	]) as Record<string, string>;
const mapping = (mappingMode: string, value: IDataObject | null): IDataObject => ({
	columns: { mappingMode, value, matchingColumns: [], schema: [] },
});
const notContacts = [
	refuse(
		importing,
		'neither phone nor email',
		'columns',
		mapping('defineBelow', { NAME: 'Ann' }),
	),
	refuse(importing, 'no fields', 'columns', mapping('defineBelow', {})),
	refuse(importing, '31 fields', 'columns', mapping('defineBelow', fields(31))),
	refuse(
		importing,
		'neither phone nor email in the item',
		'columns',
		{ columns: autoColumns(['NAME']) },
		{ items: [{ json: { NAME: 'Ann' } }] },
	),
	refuse(
		importing,
		'31 fields in the item',
		'columns',
		{ columns: autoColumns(Object.keys(fields(31))) },
		{ items: [{ json: fields(31) }] },
	),
	refuse(
		importing,
		'an empty item',
		'columns',
		{ columns: autoColumns() },
		{ items: [{ json: {} }] },
	),
];

/** A line break would start a line of its own: in an email, a header. */
const ofOneLine: Array<[where: Where, path: string, others?: IDataObject]> = [
	[smsPrepare, 'options.name'],
	[smsMailing, 'mailingName'],
	[smsBatch, 'mailingName'],
	[[SMS, 'batch', 'getStatus'], 'uuid'],
	[viberSend, 'buttonText', button],
	[viberMailing, 'options.mailingName'],
	[viberBatch, 'mailingName', batchButton],
	[viberBatch, 'buttonText', batchButton],
	[emailSend, 'subject'],
	[emailSend, 'options.senderName'],
	...[emailMailing, emailBatch].flatMap((where): typeof ofOneLine => [
		[where, 'subject'],
		[where, 'options.senderName'],
		[where, 'options.mailingName'],
	]),
	[[CONTACTS, 'list', 'create'], 'name'],
	[[TEMPLATES, 'template', 'create'], 'name'],
	[[TEMPLATES, 'template', 'update'], 'name'],
];
const lineBreaks = shareOfPairs(
	ofOneLine,
	[
		...['Sale\r\nBcc: bob@example.com', 'Sale\n\nBcc', 'Sale\rBcc', 'Sale\u2028Bcc'],
		'={{ "Sale" + "\\n" + "Bcc" }}',
	],
	ofOneLine.length,
).map(([[where, path, others], line]) => {
	const name = path.replace('options.', '');
	const value = name === path ? { [name]: line } : { options: { [name]: line } };
	return refuse(where, `${path} with a line break: ${shown(line)}`, name, {
		...others,
		...value,
	});
});
const notOneLine = [
	...lineBreaks,
	refuse(
		importing,
		'a contact name with a line break',
		'columns',
		mapping('defineBelow', { phone: '380501234567', Name: 'Ann\nBob' }),
	),
];

/** Whole runs that a later item spoils: still nothing is sent, and the error names that item. */
const person = {
	phone: '380501234567',
	email: 'ann@example.com',
	text: 'Hi',
	subject: 'S',
	html: 'H',
};
const laterItems = (
	[
		[smsBatch, 'phone', { phone: 'call me' }, {}],
		[viberBatch, 'phone', { phone: 'call me' }, {}],
		[emailBatch, 'email', { email: 'nobody' }, {}],
		[smsBatch, 'message', { text: '' }, { message: '={{ $json.text }}' }],
		[viberBatch, 'message', { text: '' }, { message: '={{ $json.text }}' }],
		[emailBatch, 'subject', { subject: '' }, { subject: '={{ $json.subject }}' }],
	] as Array<[Where, string, IDataObject, IDataObject]>
).map(([where, field, spoiled, parameters]) =>
	refuse(where, `${field} of the third item`, field, parameters, {
		items: [{ json: person }, { json: person }, { json: { ...person, ...spoiled } }],
		item: 2,
	}),
);

/**
 * Texts in a fixed field that look like an intended expression. Braces belong to the text of a template.
 */
/** Code that n8n leaves as it stands, in a fixed text and in the literal part of an expression. */
const NOT_EVALUATED = '{{ $json.phone }}';
const LITERAL_CODE = ['$json.name', '$json["first name"]', "$('Get Row').item", '$node["Row"]'];
const NO_TEXT = ['resource', 'operation', 'uuidSource'];
const everyOperation = [
	...new Set(contract.map((row) => [row.node, row.resource, row.operation].join(' '))),
].map((names) => names.split(' ') as unknown as Where);
const notEvaluated = everyOperation.flatMap((where) =>
	Object.entries(accepted(where).parameters)
		.filter(([name, value]) => typeof value === 'string' && !NO_TEXT.includes(name))
		.map(([name], position) => {
			const code = LITERAL_CODE[position % LITERAL_CODE.length];
			const text = position % 2 === 0 ? `Hi ${NOT_EVALUATED}` : `=Hi ${code} {{ 1 }}`;
			return refuse(where, `${name} with ${text}`, name, { [name]: text });
		}),
);
const notEvaluatedElsewhere = [
	refuse(smsSend, 'a sender that is not evaluated', 'sender', { sender: byId(NOT_EVALUATED) }),
	refuse(smsSend, 'a key that is not evaluated', 'sendOnceKey', {
		options: { sendOnceKey: `order ${NOT_EVALUATED}` },
	}),
	refuse(emailSend, 'a name that is not evaluated', 'senderName', {
		options: { senderName: `Shop ${NOT_EVALUATED}` },
	}),
	refuse([TEMPLATES, 'template', 'fillIn'], 'a placeholder not evaluated', 'placeholders', {
		placeholders: { values: [{ name: 'name', value: NOT_EVALUATED }] },
	}),
	refuse(
		importing,
		'a column that is not evaluated',
		'columns',
		mapping('defineBelow', { phone: '380501234567', name: `Ms ${NOT_EVALUATED}` }),
	),
	refuse(emailBatch, 'a subject that is not evaluated', 'subject', {
		subject: `For ${NOT_EVALUATED}`,
	}),
];

export const refusals: Refusal[] = [
	...notEvaluated,
	...notEvaluatedElsewhere,
	...emptyFields,
	...notPhones,
	...notIds,
	...notDates,
	...notAddresses,
	...notLinks,
	...notCodes,
	...notMinutes,
	...notLimits,
	...conditional,
	...notContacts,
	...notOneLine,
	...laterItems,
];

const isEmpty = (value: unknown): boolean => {
	if (typeof value !== 'object' || value === null) return nothing.includes(value as string);
	return 'value' in value ? isEmpty(value.value) : Object.keys(value).length === 0;
};

/** The fields whose emptiness an operation rejects, by the rows of `rows`. */
export const rejectedIfEmpty = (rows: Refusal[], ...where: Where): string[] =>
	rows
		.filter(
			({ node, resource, operation }) => where.join() === [node, resource, operation].join(),
		)
		.filter(({ field, parameters }) => isEmpty(parameters[field]))
		.map(({ field }) => field);
