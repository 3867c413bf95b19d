import { byId, fromList, inOneRequest, input, ok, OTHER_PHONE, PHONE } from './row';
import { pagedRows, rowsOf, wholeRows } from './row';
import { resumeUrlHasToken, resumeUrl } from '../support/engine/workflow';

const node = 'messagingServiceViber';
/** Bytes that are not valid text, so that any decoding would change them. */
const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff, 0xfe]);
const picture = { content: PICTURE, fileName: 'offer.png', mimeType: 'image/png' };
const sentPicture = {
	...{ value: PICTURE.toString('latin1'), fileName: 'offer.png', contentType: 'image/png' },
};
const imageUrl = 'https://example.com/a%20b.png?x=1&y=2';
const buttonLink = 'https://example.com/buy?x=1&y=2';
const encoded = 'Привіт 👋 a=b&c+d 100%\nЇ';
const button = { contentType: 'button', message: 'Sale', buttonText: 'Buy', buttonLink };

const message = { sender: byId('77'), phone: PHONE };
const messageForm = { vibername_id: '77', phone: PHONE };
const mailing = { sender: byId('77'), listId: fromList('17', 'Customers') };
const mailingForm = { vibername_id: '77', list_id: '17' };
const send = rowsOf([node, 'message', 'send'], ok({ message_id: 5001 }));
const create = rowsOf(
	[node, 'mailing', 'create'],
	ok({ message_id: 6001, count_subscribers: 250 }),
);

/** Contents of a Viber message, to a phone and to a list. */
const contents = (
	[
		[send, message, messageForm],
		[create, mailing, mailingForm],
	] as const
).flatMap(([row, parameters, form]) => [
	row(
		'a text, the type left at its default',
		{ ...parameters, message: 'Hello' },
		{ form: { ...form, type_message: 'TEXT', message: 'Hello' } },
	),
	row(
		'a text from an expression',
		{ ...parameters, contentType: 'text', message: '={{ $json.text }}' },
		{ form: { ...form, type_message: 'TEXT', message: encoded } },
		{ items: input({ text: encoded }) },
	),
	row(
		'an image by its URL',
		{ ...parameters, contentType: 'image', imageSource: 'url', imageUrl },
		{ form: { ...form, type_message: 'IMAGE', image_url: imageUrl } },
	),
	row(
		'an image from the input item',
		{ ...parameters, contentType: 'image', imageSource: 'binary' },
		{ form: { ...form, type_message: 'IMAGE' }, files: { image: sentPicture } },
		{ items: [{ json: {}, files: { data: picture } }] },
	),
	row(
		'an image from a named field',
		{
			...{ ...parameters, contentType: 'image', imageSource: 'binary' },
			binaryPropertyName: '={{ $json.field }}',
		},
		{ form: { ...form, type_message: 'IMAGE' }, files: { image: sentPicture } },
		{ items: [{ json: { field: 'photo' }, files: { photo: picture } }] },
	),
	row(
		'a button',
		{ ...parameters, ...button },
		{
			form: {
				...{ ...form, type_message: 'BUTTON', message: 'Sale' },
				...{ button: 'Buy', button_link: buttonLink },
			},
		},
	),
]);

const text = { type_message: 'TEXT', message: 'Hello' };
const toSms = { forwardToSms: true, forwardAfter: 5, smsSender: byId('1363') };
const forwarding = { forwarding_message: '1', forwarding_time: '5', alphaname_id: '1363' };
const delivery = { phone: PHONE, status: 'READ', error_code: 0 };

const messages = [
	send(
		'forwarded as SMS if not delivered',
		{ ...message, message: 'Hello', options: toSms },
		{ form: { ...messageForm, ...text, ...forwarding } },
	),
	send(
		'not forwarded',
		{ ...message, message: 'Hello', options: { forwardToSms: false } },
		{ form: { ...messageForm, ...text, forwarding_message: '0' } },
	),
	rowsOf([node, 'message', 'getDelivery'], ok(delivery))(
		'of one message',
		{ messageId: '={{ $json.message_id }}' },
		{ form: { message_id: '5001' } },
		{ items: input({ message_id: 5001 }) },
	),
];

const found = { message_id: 6001, message_type: 'TEXT', message: 'Hello', status: 'SENT' };
const form = { message_id: '6001' };
const ofMailing = { parameters: { mailingId: byId('6001') }, fixed: { form } };

const mailings = [
	create(
		'with a name and a schedule time',
		{
			...{ ...mailing, message: 'Hello' },
			options: { mailingName: 'March', scheduleTime: '2099-07-01T12:00:00Z' },
		},
		{ form: { ...mailingForm, ...text, name: 'March', d_schedule: '2099-07-01 08:00' } },
		{ timezone: 'America/New_York' },
	),
	rowsOf([node, 'mailing', 'confirm'], { status: 'OK' })(
		'with a response that has only a status',
		{ mailingId: byId('6001') },
		{ form },
		{ output: [{ success: true }] },
	),
	rowsOf([node, 'mailing', 'get'], ok(found))(
		'a selected mailing',
		{ mailingId: fromList('6001', 'Hello') },
		{ form },
	),
	...pagedRows(rowsOf([node, 'mailing', 'getAll']), 'form', {}),
	...wholeRows(rowsOf([node, 'mailing', 'getRecipients']), ofMailing),
];

const accepted = { uuid: '0b8e-1f', success: 'OK' };
const people = inOneRequest(
	accepted,
	{ phone: PHONE, text: 'Dear Ann', link: 'https://example.com/ann' },
	{ phone: OTHER_PHONE, text: 'Dear Bob', link: 'https://example.com/bob' },
);
const many = Array.from({ length: 400 }, (_, index) => String(380500000000 + index));
const setting = { batchSender: byId('1363'), mailingName: 'March', phone: '={{ $json.phone }}' };
const batchSend = rowsOf([node, 'batch', 'send'], accepted, people);
const batchText = { ...setting, contentType: 'text', message: 'Hello' };
const textContent = { type: 'text', text: 'Hello' };
const buttonContent = { type: 'button', text: 'Sale', caption: 'Buy', button_link: buttonLink };

/** Returns the JSON of a mailing. By default, all recipients get the same content. */
const object = (message: object, callback?: object) => ({
	json: {
		...callback,
		messages: [
			{
				...{ alphaname_id: '1363', name: 'March', message_type: 'bulk' },
				...{ delivery_list: [PHONE, OTHER_PHONE], ...message },
			},
		],
	},
});

const batch = [
	batchSend('one text to several phones', batchText, object({ content: textContent })),
	batchSend(
		'personal texts',
		{ ...batchText, message: '={{ $json.text }}' },
		object({
			...{ message_type: 'personal', content: { type: 'text' } },
			delivery_list: [
				{ phone: PHONE, text: 'Dear Ann' },
				{ phone: OTHER_PHONE, text: 'Dear Bob' },
			],
		}),
	),
	batchSend(
		'one image with a schedule time and a callback',
		{
			...{ ...setting, contentType: 'image', imageUrl },
			options: {
				callbackUrl: 'https://example.com/done',
				scheduleTime: '2099-03-01T08:30:00Z',
			},
		},
		object(
			{
				schedule_time: '2099-03-01T10:30:00',
				content: { type: 'image', image_url: imageUrl },
			},
			{ callback_url: 'https://example.com/done' },
		),
		{ timezone: 'Europe/Kyiv' },
	),
	batchSend(
		'one button',
		{ ...setting, ...button, imageUrl },
		object({ content: { ...buttonContent, image_url: imageUrl } }),
	),
	batchSend(
		'a button without an image',
		{ ...setting, ...button },
		object({ content: buttonContent }),
	),
	batchSend(
		'personal texts and links under one button',
		{
			...{ ...setting, ...button, imageUrl },
			...{ message: '={{ $json.text }}', buttonLink: '={{ $json.link }}' },
		},
		object({
			message_type: 'personal',
			content: { type: 'button', image_url: imageUrl, caption: 'Buy' },
			delivery_list: [
				{ phone: PHONE, text: 'Dear Ann', button_link: 'https://example.com/ann' },
				{ phone: OTHER_PHONE, text: 'Dear Bob', button_link: 'https://example.com/bob' },
			],
		}),
	),
	...(resumeUrlHasToken
		? [
				batchSend(
					'with the URL of a Wait node as the callback',
					{ ...batchText, options: { callbackUrl: '={{ $execution.resumeUrl }}' } },
					object({ content: textContent }, { callback_url: resumeUrl }),
					{ followedBy: 'wait' },
				),
			]
		: []),
	batchSend(
		'as a JSON body if the URL would be too long',
		batchText,
		object({ content: textContent, delivery_list: many }),
		inOneRequest(accepted, ...many.map((phone) => ({ phone }))),
	),
	rowsOf([node, 'batch', 'getStatus'])(
		'mailings and failures, one item each',
		{ uuid: '={{ $json.uuid }}' },
		{
			query: { uuid: '0b8e-1f' },
			answer: [
				{ message_id: 1, name: 'A', alphaname_id: 1363, success: [{ phone: PHONE }] },
				{ errors: ['B: the content URL is invalid'] },
			],
		},
		{ items: input({ uuid: '0b8e-1f' }) },
	),
];

const markAsRead = rowsOf([node, 'reply', 'markAsRead'], ok('2 messages were flagged'), {
	output: [{ marked: true, message: '2 messages were flagged' }],
	wholeInput: true,
});
const ids: Array<[title: string, value: string, wire: string]> = [
	['a single ID', '11', '11'],
	['text with commas and spaces', '11, 12 13', '11,12,13'],
	['a number', '={{ 11 }}', '11'],
	['an array', '={{ [11, "12"] }}', '11,12'],
	['text that is no number', '00123, x-2', '00123,x-2'],
	['texts in an array', '={{ ["00123", "x-2"] }}', '00123,x-2'],
	['a number that JavaScript would round', '90071992547409931', '90071992547409931'],
];
const replies = [
	...wholeRows(rowsOf([node, 'reply', 'getAll']), ofMailing),
	...ids.map(([title, replyIds, wire]) =>
		markAsRead(`by ${title}`, { replyIds }, { form: { incoming_messages: wire } }),
	),
];

export const viberContract = [...contents, ...messages, ...mailings, ...batch, ...replies];
