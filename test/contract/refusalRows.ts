import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { contract, keyOf } from '.';
import { byId } from './row';
import type { NodeName } from '../support/engine/nodeTypes';
import type { InputItem } from '../support/engine/runNode';
import { shareOfPairs } from '../support/thorough';
import { autoColumns } from '../support/autoColumns';

/** Settings that are rejected before anything is sent. The error must name the field. */
export interface Refusal {
	node: NodeName;
	resource: string;
	operation: string;
	title: string;
	parameters: INodeParameters;
	items?: InputItem[];
	field: string;
	/** Index of the invalid item; default 0. */
	item?: number;
}

/** An operation, e.g. `Sms message:send`. */
type Where = string;
/** A field by its path, with an @ before a resource locator. `others` are further parameters. */
export type Field = readonly [where: Where, path: string, others?: IDataObject];

/** Parses lines of an operation and its fields, e.g. `Sms message:send phone sender@`. */
export const fieldsOf = (...lines: string[]): Field[] =>
	lines.flatMap((line) => {
		const [node, operation, ...paths] = line.split(' ');
		return paths.map((path) => [`${node} ${operation}`, path] as const);
	});

/** Changes the settings of an operation's first contract row, so that they are rejected. */
export function refuse(
	where: Where,
	title: string,
	field: string,
	changed: IDataObject,
	more?: Partial<Refusal>,
): Refusal {
	const key = `messagingService${where.replace(':', ' ')}`;
	const row = contract.find((one) => keyOf(one) === key);
	if (!row) throw new Error(`no contract row for ${where}`);
	const { node, resource, operation } = row;
	const parameters = { ...row.parameters, ...changed } as INodeParameters;
	const items = row.items?.slice(0, 1);
	return { node, resource, operation, title, parameters, items, field, ...more };
}

const expression = (value: unknown): string => `={{ ${JSON.stringify(value)} }}`;
const shown = (value: unknown): string => (value === '' ? 'nothing' : JSON.stringify(value));

/** Puts an invalid value into a field: a text as typed, and any other value as an expression. */
export function bad([where, path, others]: Field, value: unknown): Refusal {
	const [inner, outer] = path.replace('@', '').split('.').reverse();
	const entered = typeof value === 'string' ? value : expression(value);
	const filled = { [inner]: path.endsWith('@') ? byId(entered) : entered };
	const changed = outer === undefined ? filled : { [outer]: filled };
	return refuse(where, `${path} ${shown(value)}`, inner, { ...others, ...changed });
}

/**
 * Pairs each field with each value. If one function reads all fields, each value is tried only
 * once.
 */
export const each = (fields: Field[], values: unknown[], oneOf = fields.length): Refusal[] =>
	shareOfPairs(fields, values, oneOf).map(([field, value]) => bad(field, value));

/** Values that count as empty. */
const nothing = [
	'',
	'={{ "" }}',
	'={{ null }}',
	'={{ undefined }}',
	'={{ $json.nope }}',
	'={{ "  " }}',
];

/** Fields that an operation rejects if they are empty. */
export const required = fieldsOf(
	'Sms message:send phone message sender@',
	'Sms message:sendAndWait phone message sender@',
	'Sms message:prepare message',
	'Sms message:sendPrepared phone messageId@',
	'Sms message:getStatus messageId@',
	'Sms message:getDelivery smsId',
	'Sms message:getRecipients messageId@',
	'Sms mailing:create mailingName message listId@ sender@',
	'Sms mailing:confirm mailingId@',
	'Sms mailing:get mailingId@',
	'Sms mailing:getRecipients mailingId@',
	'Sms batch:send mailingName message phone sender@',
	'Sms batch:getStatus uuid',
	'Viber message:send phone message sender@',
	'Viber message:sendAndWait phone message sender@',
	'Viber message:getDelivery messageId',
	'Viber mailing:create message sender@ listId@',
	'Viber mailing:confirm mailingId@',
	'Viber mailing:get mailingId@',
	'Viber mailing:getRecipients mailingId@',
	'Viber batch:send mailingName message phone batchSender@',
	'Viber batch:getStatus uuid',
	'Viber reply:getAll mailingId@',
	'Viber reply:markAsRead replyIds',
	'Verification code:sendTelegram phone code',
	'Verification code:sendWhatsApp phone code',
	'Verification code:sendSms phone message code sender@',
	'Email message:send senderEmail email subject message',
	'Email message:sendAndWait senderEmail email subject message',
	'Email mailing:send senderEmail subject message listId@',
	'Email mailing:getRecipients mailingId',
	'Email batch:send senderEmail email subject message',
	'Email batch:getStatus uuid',
	'Email address:unsubscribe email',
	'Email address:resubscribe email',
	'Contacts list:create name',
	'Contacts contact:import listId@',
	'Templates template:create name message',
	'Templates template:fillIn templateId@',
	'Templates template:get templateId@',
	'Templates template:update name message templateId@',
	'Templates template:delete templateId@',
);
/**
 * Returns the required fields with these names, except those of Send and Wait
 * (`waits/refusals.ts`).
 */
export const requiredNamed = (name: RegExp): Field[] =>
	required.filter(([where, path]) => name.test(path) && !where.endsWith(':sendAndWait'));

const notPhones = each(requiredNamed(/^phone$/), [
	...['call me', '38050123456O', '12345', '1234567890123456', '+', '067 123 45 67'],
	...['tel:+380671234567;ext=5', '380671234567.0', '3.80671E+11', 380501234567.5, 3806712.5],
	...[1e21, {}, [], true, -380501234567],
]);

/** Sender fields that also accept a name. */
const named = fieldsOf(
	'Sms message:send sender@',
	'Sms batch:send sender@',
	'Viber batch:send batchSender@',
	'Verification code:sendSms sender@',
);
const isNamed = (field: Field) =>
	named.some(([where, path]) => field[0] === where && field[1] === path);
const notIds = [
	...each(
		requiredNamed(/^sender@$|Id@?$/).filter((field) => !isNamed(field)),
		['abc', '1.5', '-1', 12.5, -1, ' ', '1e3', '17; drop', {}, [17, 18], true],
	),
	...each(named, [' ', 12.5, 1e21, true, {}, [17, 18], 'Shop\nBcc']),
	...each(fieldsOf('Viber reply:markAsRead replyIds'), [
		11.5,
		1e21,
		true,
		{},
		[],
		[[11]],
		[11, null],
		' , ',
	]),
	...each(
		fieldsOf(
			'Sms message:prepare options.sender@',
			'Sms message:send options.viberSender@',
			'Viber message:send options.smsSender@',
		),
		['abc', '1.5', -1],
	),
];

/** Schedule times that are options. */
export const scheduled = fieldsOf(
	'Sms message:prepare options.scheduleTime',
	'Sms batch:send options.scheduleTime',
	'Viber mailing:create options.scheduleTime',
	'Viber batch:send options.scheduleTime',
	'Email message:send options.scheduleTime',
	'Email mailing:send options.scheduleTime',
	'Email batch:send options.scheduleTime',
);
const dates = [
	...['tomorrow', '2099-13-01 10:00', '2099-02-30T10:00:00', '6:30 PM', '2099-03-01 6:30 PM'],
	...['2099-03-01  10:30', '2099-03-01', '2006-03-01T10:30:00', 4076123456, '={{ "soon" }}', {}],
	...['={{ $now.minus(6, "minutes") }}', '={{ $now.plus(2, "hours").toFormat("HH:mm") }}', true],
];
const notDates = [
	...each(fieldsOf('Sms mailing:create scheduleTime'), dates),
	...each(scheduled, dates),
];

const notAddresses = each(requiredNamed(/^(senderE|e)mail$/), [
	...['nobody', 'ann@', '@example.com', 'ann ann@example.com', 'a@b@example.com', 17, {}],
	...['ann\u200d@example.com', 'ann@exam\u034fple.com', '\u202eann@example.com'],
	'ann\u0000@example.com',
]);

const link = 'https://example.com/buy';
const picture = 'https://example.com/a.png';
export const button = {
	contentType: 'button',
	message: 'Sale',
	buttonText: 'Buy',
	buttonLink: link,
};
const image = { contentType: 'image', imageSource: 'url' };
const batchButton = { ...button, imageUrl: picture };
const batchImage = { ...batchButton, contentType: 'image' };
/** Operations that send one Viber message with content. */
const contents = ['Viber message:send', 'Viber mailing:create'];
/** The service cannot fetch this URL. test/values/urls.test.ts has more URLs. */
const unreachable = 'http://127.0.0.1:5678/a.png';
const longLink = `https://example.com/${'x'.repeat(131)}`;
const linkFields: Field[] = [
	...contents.flatMap((where): Field[] => [
		[where, 'imageUrl', image],
		[where, 'buttonLink', button],
	]),
	...fieldsOf('Sms batch:send options.callbackUrl', 'Viber batch:send options.callbackUrl'),
	['Viber batch:send', 'imageUrl', batchImage],
	['Viber batch:send', 'buttonLink', batchButton],
];
const notLinks = [
	bad(['Viber message:send', 'imageUrl', image], unreachable),
	bad(['Viber batch:send', 'imageUrl', batchImage], unreachable),
	...each(linkFields, ['not a link', 'example.com/x', 'javascript:alert(1)', 17, {}], 3),
	bad(['Viber batch:send', 'buttonLink', batchButton], longLink),
	bad(['Viber batch:send', 'buttonLink', batchButton], expression(longLink)),
];

const notCodes = each(requiredNamed(/^code$/), [
	...['abc', '12 34', '12345678901234567', '12a4', '12.5', 1.5, -12, {}, [1, 2]],
]);
const notMinutes = each(
	fieldsOf('Sms message:send options.forwardAfter', 'Viber message:send options.forwardAfter'),
	[4, 61, 0, -5, 10.5, 'soon', {}],
);
const operations = [...new Set(contract.map(keyOf))].map((key): Where => {
	const [node, resource, operation] = key.replace('messagingService', '').split(' ');
	return `${node} ${resource}:${operation}`;
});
const limits = operations
	.filter((where) => /:get(All|Recipients)$/.test(where))
	.map((where): Field => [where, 'limit']);
const notLimits = [
	...each(limits, [0, -1, 1.5, 'many', {}]),
	...limits.map((field) => bad(field, '={{ null }}')),
];

/** Fields that are required only for some choices. */
const fromField = { contentType: 'image', imageSource: 'binary' };
const neededFields: Field[] = [
	...contents.flatMap((where): Field[] => [
		[where, 'imageUrl', image],
		[where, 'buttonText', button],
		[where, 'buttonLink', button],
		[where, 'binaryPropertyName', fromField],
	]),
	['Viber batch:send', 'imageUrl', batchImage],
	['Viber batch:send', 'buttonText', batchButton],
	['Viber batch:send', 'buttonLink', batchButton],
	...['Sms', 'Viber', 'Email'].map(
		(node): Field => [`${node} message:sendAndWait`, 'choices', { responseType: 'choice' }],
	),
	...requiredNamed(/^code$/).flatMap(([where]): Field[] => [
		[where, 'codeLength', { generateCode: true }],
		[where, 'validFor', { generateCode: true }],
	]),
];
const conditional = [
	...each(neededFields, nothing, 3),
	...contents.map((where) => bad([where, 'binaryPropertyName', fromField], 'photo')),
	...['message', 'mailing'].map((one) =>
		bad([`Email ${one}:send`, 'options.attachment'], 'invoice'),
	),
	bad(['Viber message:send', 'contentType', batchButton], '={{ "VIDEO" }}'),
	bad(['Sms mailing:getAll', 'options.createdVia'], '={{ "APP" }}'),
	bad(['Viber batch:send', 'contentType', batchButton], '={{ "video" }}'),
];

const IMPORT = 'Contacts contact:import';
const contact = (count: number): IDataObject =>
	Object.fromEntries([
		['phone', '380501234567'],
		...Array.from({ length: count - 1 }, (_, index) => [`FIELD${index}`, 'x']),
	]) as IDataObject;
/** Parameters of an import with manually mapped columns. */
export const mapped = (value: IDataObject): IDataObject => ({
	columns: { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] },
});
/** An import of one item with automatically mapped columns. */
const automatic = (title: string, json: IDataObject) =>
	refuse(
		IMPORT,
		title,
		'columns',
		{ columns: autoColumns(Object.keys(json)) },
		{ items: [{ json }] },
	);
const notContacts = [
	refuse(IMPORT, 'neither phone nor email', 'columns', mapped({ NAME: 'Ann' })),
	refuse(IMPORT, 'no fields', 'columns', mapped({})),
	refuse(IMPORT, '31 fields', 'columns', mapped(contact(31))),
	automatic('neither phone nor email in the item', { NAME: 'Ann' }),
	automatic('31 fields in the item', contact(31)),
	automatic('an empty item', {}),
];

/** Fields of one line. A line break could add a header to an email. */
const ofOneLine: Field[] = [
	...fieldsOf(
		'Sms message:prepare options.name',
		'Sms mailing:create mailingName',
		'Sms batch:send mailingName',
		'Sms batch:getStatus uuid',
		'Viber mailing:create options.mailingName',
		'Email message:send subject options.senderName',
		'Email mailing:send subject options.senderName options.mailingName',
		'Email batch:send subject options.senderName options.mailingName',
		'Contacts list:create name',
		'Templates template:create name',
		'Templates template:update name',
	),
	['Viber message:send', 'buttonText', button],
	['Viber batch:send', 'mailingName', batchButton],
	['Viber batch:send', 'buttonText', batchButton],
];
const notOneLine = [
	...each(ofOneLine, [
		...['Sale\r\nBcc: bob@example.com', 'Sale\n\nBcc', 'Sale\rBcc', 'Sale\u2028Bcc'],
		'={{ "Sale" + "\\n" + "Bcc" }}',
	]),
	refuse(
		IMPORT,
		'a name of two lines',
		'columns',
		mapped({ phone: '380501234567', Name: 'Ann\nB' }),
	),
];

/** Runs with an invalid later item: nothing is sent, and the error names that item. */
const person = {
	phone: '380501234567',
	email: 'ann@example.com',
	text: 'Hi',
	subject: 'S',
	html: 'H',
};
const laterItems = (
	[
		['Sms batch:send', 'phone', { phone: 'call me' }, {}],
		['Viber batch:send', 'phone', { phone: 'call me' }, {}],
		['Email batch:send', 'email', { email: 'nobody' }, {}],
		['Sms batch:send', 'message', { text: '' }, { message: '={{ $json.text }}' }],
		['Viber batch:send', 'message', { text: '' }, { message: '={{ $json.text }}' }],
		['Email batch:send', 'subject', { subject: '' }, { subject: '={{ $json.subject }}' }],
	] as const
).map(([where, field, spoiled, parameters]) =>
	refuse(where, `${field} of the third item`, field, parameters, {
		items: [person, person, { ...person, ...spoiled }].map((json) => ({ json })),
		item: 2,
	}),
);

/** Code that n8n does not evaluate: in a fixed text, and in the literal part of an expression. */
const NOT_EVALUATED = '{{ $json.phone }}';
const LITERAL_CODE = ['$json.name', '$json["first name"]', "$('Get Row').item", '$node["Row"]'];
const NO_TEXT = ['resource', 'operation', 'uuidSource'];
const placeholders = { values: [{ name: 'name', value: NOT_EVALUATED }] };
const notEvaluated = [
	...operations.flatMap((where) =>
		Object.entries(refuse(where, '', '', {}).parameters)
			.filter(([name, value]) => typeof value === 'string' && !NO_TEXT.includes(name))
			.map(([name], position) => {
				const code = LITERAL_CODE[position % LITERAL_CODE.length];
				const text = position % 2 === 0 ? `Hi ${NOT_EVALUATED}` : `=Hi ${code} {{ 1 }}`;
				return bad([where, name], text);
			}),
	),
	bad(['Sms message:send', 'sender@'], NOT_EVALUATED),
	bad(['Sms message:send', 'options.sendOnceKey'], `order ${NOT_EVALUATED}`),
	bad(['Email message:send', 'options.senderName'], `Shop ${NOT_EVALUATED}`),
	bad(['Email batch:send', 'subject'], `For ${NOT_EVALUATED}`),
	refuse('Templates template:fillIn', 'a placeholder with code', 'placeholders', {
		placeholders,
	}),
	refuse(
		IMPORT,
		'a column with code',
		'columns',
		mapped({ phone: '380501234567', n: NOT_EVALUATED }),
	),
];

export const refusals: Refusal[] = [
	...[notEvaluated, each(required, nothing, 3), notPhones, notIds, notDates, notAddresses].flat(),
	...[notLinks, notCodes, notMinutes, notLimits, conditional, notContacts, notOneLine].flat(),
	...laterItems,
];

const isEmpty = (value: unknown): boolean => {
	if (typeof value !== 'object' || value === null) return nothing.includes(value as string);
	return 'value' in value ? isEmpty(value.value) : Object.keys(value).length === 0;
};

/** Returns the fields that must not be empty according to `rows`. */
export const rejectedIfEmpty = (rows: Refusal[], ...where: string[]): string[] =>
	rows
		.filter(
			({ node, resource, operation }) => where.join() === [node, resource, operation].join(),
		)
		.filter(({ field, parameters }) => isEmpty(parameters[field]))
		.map(({ field }) => field);
