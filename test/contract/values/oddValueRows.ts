import { bad, button, each, type Field, fieldsOf, mapped, type Refusal } from '../refusalRows';
import { refuse, requiredNamed, scheduled } from '../refusalRows';

/** Values that JavaScript can convert into an unintended text. */
const notTexts = [
	...['={{ NaN }}', '={{ 1 / 0 }}', '={{ ({ text: "Hello" }) }}', '={{ ["Hello", "Bye"] }}'],
	...['={{ ["Hello"] }}', '={{ new Date("2031-05-06T10:30:00Z") }}', '={{ Symbol("Hello") }}'],
	...['={{ DateTime.fromISO("2031-05-06T10:30:00Z") }}', '={{ new Map([["text", "Hello"]]) }}'],
	...[
		'={{ new Error("Hello") }}',
		'={{ "Sale 👋".slice(0, 6) }}',
		'=Hello {{ ({ name: "Ann" }) }}',
	],
];
const blankTexts = ['={{ " \\n\\t\\u00a0" }}', '={{ "\\u200b\\u2060\\ufeff" }}'];
const requiredTexts: Field[] = [
	...requiredNamed(/^(message|mailingName|subject|name)$/),
	['Viber message:send', 'buttonText', button],
	['Viber batch:send', 'buttonText', button],
];
const optionalTexts = fieldsOf(
	'Sms message:prepare options.name',
	'Viber mailing:create options.mailingName',
	'Email message:send options.senderName',
	'Email mailing:send options.mailingName',
	'Email batch:send options.senderName',
	'Email address:unsubscribe options.reason',
);

/**
 * Options that must not be dropped if they are empty, because the step would then do more than the
 * user wanted.
 */
const notDropped = fieldsOf(
	'Email address:unsubscribe options.listIds',
	'Email address:resubscribe options.listIds',
	'Email message:send options.attachment',
	'Email mailing:send options.attachment',
	'Sms message:send options.forwardAfter',
);
const perRequest = fieldsOf('Sms batch:send options.recipientsPerRequest');
const waiting = fieldsOf('Sms message:getDelivery options.waitForFinalStatus');
const callbacks = fieldsOf(
	'Sms batch:send options.callbackUrl',
	'Viber batch:send options.callbackUrl',
);
const noValues = ['={{ undefined }}', '={{ null }}', '={{ $json.nope }}', '={{ " " }}'];
const byExpression = [...noValues, '={{ [] }}', '={{ [null, ""] }}'];

const toggles = fieldsOf(
	'Sms message:send options.showCost options.forwardToViber options.resendUnknown',
	'Sms message:send options.replaceSpecialCharacters',
	'Email message:send options.trackOpens',
	'Sms message:getAll returnAll',
	'Sms batch:getStatus options.oneItemPerRecipient',
	'Email batch:getStatus options.oneItemPerRecipient',
	'Sms batch:send options.dryRun options.oneItemPerRecipient',
	'Verification code:sendTelegram generateCode',
	'Contacts contact:import options.rejectsAsItems',
);
const notToggles = [
	...['={{ "yes" }}', '={{ 2 }}', '={{ -1 }}', '={{ [true] }}', '={{ ({}) }}'],
	...['={{ "constructor" }}', '={{ "__proto__" }}', ...noValues],
];

/** Whole numbers that are not sent. refusalRows.ts has those of the API. */
const numbers: Field[] = [
	...fieldsOf(
		'Sms message:send options.maxParts options.maxRecipients options.defaultCountryCode',
	),
	...perRequest,
	...waiting,
	['Verification code:sendTelegram', 'validFor', { returnCodeAs: 'token' }],
	['Verification code:sendTelegram', 'codeLength', { generateCode: true }],
];
const notNumbers = [
	...['={{ 0 }}', '={{ -1 }}', '={{ 1.5 }}', '={{ NaN }}', '={{ 1 / 0 }}', '={{ 2 ** 60 }}'],
	...['={{ true }}', '={{ [5, 6] }}', '={{ ({}) }}', '={{ "many" }}'],
];

/** n8n requires every field that an expression may choose. */
const content = { ...button, imageUrl: 'https://example.com/a.png' };
const choices: Field[] = [
	...['Viber message:send', 'Viber mailing:create', 'Viber batch:send'].map(
		(where): Field => [where, 'contentType', content],
	),
	['Sms mailing:getAll', 'options.createdVia'],
];
const notChoices = [
	...['={{ "jsno" }}', '={{ "toString" }}', '={{ "__proto__" }}', '={{ ["text"] }}', '={{ 1 }}'],
	...noValues,
];

const IMPORT = 'Contacts contact:import';
const inColumns = ['={{ NaN }}', '={{ ({}) }}', '={{ "Ann 👋".slice(0, 5) }}'].flatMap((value) => [
	refuse(IMPORT, `a column ${value}`, 'columns', mapped({ phone: '380501234567', NAME: value })),
	refuse(IMPORT, `an additional column ${value}`, 'columns', {
		options: { additionalColumns: { column: [{ name: 'CITY', value }] } },
	}),
]);

export const oddValues: Refusal[] = [
	...each(requiredTexts, [...notTexts, ...blankTexts]),
	...each(optionalTexts, notTexts),
	...each([...notDropped, ...scheduled, ...perRequest, ...waiting], byExpression, 3),
	...each([...notDropped, ...waiting], [''], 1),
	...each(callbacks, byExpression),
	...each(fieldsOf('Sms mailing:create scheduleTime'), byExpression),
	...each(toggles, notToggles),
	...each(numbers, notNumbers, 3),
	...each(choices, notChoices),
	bad(['Viber message:send', 'imageSource', button], '={{ "file" }}'),
	...inColumns,
	bad(
		[
			'Viber message:send',
			'binaryPropertyName',
			{ contentType: 'image', imageSource: 'binary' },
		],
		'constructor',
	),
];
