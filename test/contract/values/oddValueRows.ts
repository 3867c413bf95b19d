import type { GenericValue, IDataObject } from 'n8n-workflow';
import * as row from '../refusalRows';
import type { Refusal, Where } from '../refusalRows';
import { byId } from '../row';
import { shareOfPairs } from '../../support/thorough';

const { refuse, smsSend, smsMailing, smsBatch, viberSend, viberMailing, viberBatch } = row;
const { emailSend, emailMailing, emailBatch } = row;

const inside = (name: string, value: GenericValue): IDataObject => {
	const [outer, inner] = name.split('.');
	return inner === undefined ? { [name]: value } : { [outer]: { [inner]: value } };
};
const lastOf = (name: string): string => name.split('.').pop() ?? name;

/** Each value in each field, which is named by its path; once if one function reads all of them. */
const each = (
	fields: Array<[where: Where, path: string, others?: IDataObject]>,
	values: GenericValue[],
	oneOf = fields.length,
): Refusal[] =>
	shareOfPairs(fields, values, oneOf).map(([[where, path, others], value]) =>
		refuse(where, `${path} ${JSON.stringify(value)}`, lastOf(path), {
			...others,
			...inside(path, value),
		}),
	);

/** Values that JavaScript can convert into an unintended text. */
const notTexts = [
	'={{ NaN }}',
	'={{ 1 / 0 }}',
	'={{ ({ text: "Hello" }) }}',
	'={{ ["Hello", "Bye"] }}',
	'={{ ["Hello"] }}',
	'={{ new Date("2031-05-06T10:30:00Z") }}',
	'={{ DateTime.fromISO("2031-05-06T10:30:00Z") }}',
	'={{ Symbol("Hello") }}',
	'={{ new Map([["text", "Hello"]]) }}',
	'={{ new Error("Hello") }}',
	'={{ "Sale 👋".slice(0, 6) }}',
	'=Hello {{ ({ name: "Ann" }) }}',
];
const blankTexts = ['={{ " \\n\\t\\u00a0" }}', '={{ "\\u200b\\u2060\\ufeff" }}'];

const textButton = {
	contentType: 'button',
	buttonText: 'Buy',
	buttonLink: 'https://example.com/buy',
};
const batchButton = {
	contentType: 'button',
	message: 'Sale',
	buttonText: 'Buy',
	buttonLink: 'https://example.com/buy',
};
const requiredTexts: Array<[where: Where, path: string, others?: IDataObject]> = [
	[smsSend, 'message'],
	[row.smsPrepare, 'message'],
	[smsMailing, 'mailingName'],
	[smsMailing, 'message'],
	[smsBatch, 'mailingName'],
	[smsBatch, 'message'],
	[smsBatch, 'message', {}],
	[viberSend, 'message'],
	[viberSend, 'buttonText', textButton],
	[viberMailing, 'message'],
	[viberBatch, 'mailingName'],
	[viberBatch, 'message'],
	[viberBatch, 'message', {}],
	[viberBatch, 'buttonText', batchButton],
	[emailSend, 'subject'],
	[emailSend, 'message'],
	[emailMailing, 'subject'],
	[emailMailing, 'message'],
	[emailBatch, 'subject'],
	[emailBatch, 'message', {}],
	[[row.CONTACTS, 'list', 'create'], 'name'],
	[[row.TEMPLATES, 'template', 'create'], 'name'],
	[[row.TEMPLATES, 'template', 'create'], 'message'],
	[[row.TEMPLATES, 'template', 'update'], 'name'],
	[[row.TEMPLATES, 'template', 'update'], 'message'],
];
const optionalTexts: Array<[where: Where, path: string]> = [
	[row.smsPrepare, 'options.name'],
	[viberMailing, 'options.mailingName'],
	[emailSend, 'options.senderName'],
	[emailMailing, 'options.mailingName'],
	[emailBatch, 'options.senderName'],
	[[row.EMAIL, 'address', 'unsubscribe'], 'options.reason'],
];

const UNSUBSCRIBE: Where = [row.EMAIL, 'address', 'unsubscribe'];
const RESUBSCRIBE: Where = [row.EMAIL, 'address', 'resubscribe'];

/** Options whose absence does more than what a person asked for who added them. */
const notDropped: Array<[where: Where, path: string]> = [
	[UNSUBSCRIBE, 'options.listIds'],
	[RESUBSCRIBE, 'options.listIds'],
	[row.smsPrepare, 'options.scheduleTime'],
	[smsBatch, 'options.scheduleTime'],
	[viberMailing, 'options.scheduleTime'],
	[viberBatch, 'options.scheduleTime'],
	[emailSend, 'options.scheduleTime'],
	[emailMailing, 'options.scheduleTime'],
	[emailBatch, 'options.scheduleTime'],
	[emailSend, 'options.attachment'],
	[emailMailing, 'options.attachment'],
	[smsBatch, 'options.recipientsPerRequest'],
	[smsSend, 'options.forwardAfter'],
	[[row.SMS, 'message', 'getDelivery'], 'options.waitForFinalStatus'],
];
const byExpression = [
	'={{ undefined }}',
	'={{ null }}',
	'={{ $json.nope }}',
	'={{ " " }}',
	'={{ [] }}',
	'={{ [null, ""] }}',
];

const toggles: Array<[where: Where, path: string]> = [
	[smsSend, 'options.showCost'],
	[smsSend, 'options.forwardToViber'],
	[smsSend, 'options.replaceSpecialCharacters'],
	[smsSend, 'options.resendUnknown'],
	[emailSend, 'options.trackOpens'],
	[[row.SMS, 'message', 'getAll'], 'returnAll'],
	[[row.SMS, 'batch', 'getStatus'], 'options.oneItemPerRecipient'],
	[[row.EMAIL, 'batch', 'getStatus'], 'options.oneItemPerRecipient'],
	[smsBatch, 'options.dryRun'],
	[smsBatch, 'options.oneItemPerRecipient'],
	[row.telegram, 'generateCode'],
	[row.importing, 'options.rejectsAsItems'],
];
const notToggles = [
	'={{ "yes" }}',
	'={{ 2 }}',
	'={{ -1 }}',
	'={{ [true] }}',
	'={{ ({}) }}',
	'={{ "constructor" }}',
	'={{ "__proto__" }}',
	...byExpression.slice(0, 4),
];

/** Whole numbers of a step. Those of the API are in refusalRows.ts. */
const numbers: Array<[where: Where, path: string, others?: IDataObject]> = [
	[smsSend, 'options.maxParts'],
	[smsSend, 'options.maxRecipients'],
	[smsSend, 'options.defaultCountryCode'],
	[row.telegram, 'validFor', { returnCodeAs: 'token' }],
	[row.telegram, 'codeLength', { generateCode: true }],
	[smsBatch, 'options.recipientsPerRequest'],
	[[row.SMS, 'message', 'getDelivery'], 'options.waitForFinalStatus'],
];
const notNumbers = [
	...['={{ 0 }}', '={{ -1 }}', '={{ 1.5 }}', '={{ NaN }}', '={{ 1 / 0 }}', '={{ 2 ** 60 }}'],
	...['={{ true }}', '={{ [5, 6] }}', '={{ ({}) }}', '={{ "many" }}'],
];

/** Filled in, because n8n shows and requires every field that an expression may choose. */
const imageUrl = 'https://example.com/a.png';
const choices: Array<[where: Where, path: string, others?: IDataObject]> = [
	[viberSend, 'contentType', { ...textButton, imageUrl }],
	[viberMailing, 'contentType', { ...textButton, imageUrl }],
	[viberBatch, 'contentType', { ...batchButton, imageUrl }],
	[[row.SMS, 'mailing', 'getAll'], 'options.createdVia'],
];
const notChoices = [
	'={{ "jsno" }}',
	'={{ "toString" }}',
	'={{ "__proto__" }}',
	'={{ ["text"] }}',
	'={{ 1 }}',
	...byExpression.slice(0, 4),
];

export const oddValues: Refusal[] = [
	...each(requiredTexts, [...notTexts, ...blankTexts]),
	...each(optionalTexts, notTexts),
	...each(notDropped, byExpression, 3),
	...each(
		notDropped.filter(([, path]) => !/PerRequest|Time$|maxIn/.test(path)),
		[''],
		1,
	),
	...each(
		[
			[smsBatch, 'options.callbackUrl'],
			[viberBatch, 'options.callbackUrl'],
		],
		byExpression,
	),
	...each([[smsMailing, 'scheduleTime']], byExpression),
	...each(toggles, notToggles),
	...each(numbers, notNumbers, 3),
	...each(choices, notChoices),
	refuse(viberSend, 'imageSource "file"', 'imageSource', {
		...textButton,
		imageSource: '={{ "file" }}',
	}),
	...['={{ NaN }}', '={{ ({}) }}', '={{ "Ann 👋".slice(0, 5) }}'].map((value) =>
		refuse(row.importing, `a column ${value}`, 'columns', {
			columns: {
				mappingMode: 'defineBelow',
				value: { phone: '380501234567', NAME: value },
				matchingColumns: [],
				schema: [],
			},
		}),
	),
	...['={{ NaN }}', '={{ ({}) }}', '={{ "Ann 👋".slice(0, 5) }}'].map((value) =>
		refuse(row.importing, `an additional column ${value}`, 'columns', {
			options: { additionalColumns: { column: [{ name: 'CITY', value }] } },
		}),
	),
	refuse(viberSend, 'a binary field of every object', 'binaryPropertyName', {
		contentType: 'image',
		imageSource: 'binary',
		binaryPropertyName: 'constructor',
		sender: byId('21'),
	}),
];
