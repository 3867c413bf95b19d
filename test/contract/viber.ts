import type { IDataObject } from 'n8n-workflow';
import {
	byId,
	fromList,
	input,
	OTHER_PHONE,
	outcome,
	pagedBehaviours,
	PHONE,
	rows,
	wholeBehaviours,
	type Behaviour,
} from './row';
import { hasToken, resumeUrl } from '../support/engine/workflow';

const node = 'messagingServiceViber';
/** Bytes that are no text, so that any decoding on the way would show. */
const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff, 0xfe]);
const picture = { content: PICTURE, fileName: 'offer.png', mimeType: 'image/png' };
const sentPicture = {
	value: PICTURE.toString('latin1'),
	fileName: 'offer.png',
	contentType: 'image/png',
};
const imageUrl = 'https://example.com/a%20b.png?x=1&y=2';

/** Rows that message:send and mailing:create share: text, image from two sources, button. */
function contents(
	parameters: IDataObject,
	fixed: Record<string, string>,
	result: IDataObject,
): Behaviour[] {
	const behaviour = (
		title: string,
		filled: IDataObject,
		form: Record<string, string>,
		more?: Partial<Behaviour>,
	): Behaviour => ({
		title,
		parameters: { ...parameters, ...filled } as Behaviour['parameters'],
		sends: [{ form: { ...fixed, ...form }, answer: { status: 'OK', result } }],
		output: [result],
		...more,
	});
	const fromItem = (form: Record<string, string>): Partial<Behaviour> => ({
		sends: [
			{
				form: { ...fixed, ...form },
				files: { image: sentPicture },
				answer: { status: 'OK', result },
			},
		],
	});
	return [
		behaviour(
			'a text, the type left at its default',
			{ message: 'Hello' },
			{ type_message: 'TEXT', message: 'Hello' },
		),
		behaviour(
			'a text from an expression',
			{ contentType: 'text', message: '={{ $json.text }}' },
			{ type_message: 'TEXT', message: 'Привіт 👋 a=b&c+d 100%\nЇ' },
			{ items: input({ text: 'Привіт 👋 a=b&c+d 100%\nЇ' }) },
		),
		behaviour(
			'an image by its URL',
			{ contentType: 'image', imageSource: 'url', imageUrl },
			{ type_message: 'IMAGE', image_url: imageUrl },
		),
		behaviour(
			'an image from the input item',
			{ contentType: 'image', imageSource: 'binary' },
			{},
			{
				...fromItem({ type_message: 'IMAGE' }),
				items: [{ json: {}, files: { data: picture } }],
			},
		),
		behaviour(
			'an image from a named field',
			{
				contentType: 'image',
				imageSource: 'binary',
				binaryPropertyName: '={{ $json.field }}',
			},
			{},
			{
				...fromItem({ type_message: 'IMAGE' }),
				items: [{ json: { field: 'photo' }, files: { photo: picture } }],
			},
		),
		behaviour(
			'a button',
			{
				contentType: 'button',
				message: 'Sale',
				buttonText: 'Buy',
				buttonLink: 'https://example.com/buy?x=1&y=2',
			},
			{
				type_message: 'BUTTON',
				message: 'Sale',
				button: 'Buy',
				button_link: 'https://example.com/buy?x=1&y=2',
			},
		),
	];
}

const message = { sender: byId('77'), phone: PHONE };
const messageForm = { vibername_id: '77', phone: PHONE };
const sent = { message_id: 5001 };
const text = { type_message: 'TEXT', message: 'Hello' };

const messages = [
	...rows(
		node,
		'message',
		'send',
		...contents(message, messageForm, sent),
		{
			title: 'forwarded as SMS if not delivered',
			parameters: {
				...message,
				message: 'Hello',
				options: { forwardToSms: true, forwardAfter: 5, smsSender: byId('1363') },
			},
			sends: [
				{
					form: {
						...messageForm,
						...text,
						forwarding_message: '1',
						forwarding_time: '5',
						alphaname_id: '1363',
					},
					answer: { status: 'OK', result: sent },
				},
			],
			output: [sent],
		},
		{
			title: 'not forwarded',
			parameters: { ...message, message: 'Hello', options: { forwardToSms: false } },
			sends: [
				{
					form: { ...messageForm, ...text, forwarding_message: '0' },
					answer: { status: 'OK', result: sent },
				},
			],
			output: [sent],
		},
	),
	...rows(node, 'message', 'getDelivery', {
		title: 'of one message',
		parameters: { messageId: '={{ $json.message_id }}' },
		items: input({ message_id: 5001 }),
		sends: [
			{
				form: { message_id: '5001' },
				answer: { status: 'OK', result: { phone: PHONE, status: 'READ', error_code: 0 } },
			},
		],
		output: [{ phone: PHONE, status: 'READ', error_code: 0 }],
	}),
];

const mailing = { sender: byId('77'), listId: fromList('17', 'Customers') };
const mailingForm = { vibername_id: '77', list_id: '17' };
const created = { message_id: 6001, count_subscribers: 250 };
const found = { message_id: 6001, message_type: 'TEXT', message: 'Hello', status: 'SENT' };

const mailings = [
	...rows(node, 'mailing', 'create', ...contents(mailing, mailingForm, created), {
		title: 'with a name and a schedule time',
		parameters: {
			...mailing,
			message: 'Hello',
			options: { mailingName: 'March', scheduleTime: '2099-07-01T12:00:00Z' },
		},
		timezone: 'America/New_York',
		sends: [
			{
				form: { ...mailingForm, ...text, name: 'March', d_schedule: '2099-07-01 08:00' },
				answer: { status: 'OK', result: created },
			},
		],
		output: [created],
	}),
	...rows(node, 'mailing', 'confirm', {
		title: 'with a response that has only a status',
		parameters: { mailingId: byId('6001') },
		sends: [{ form: { message_id: '6001' }, answer: { status: 'OK' } }],
		output: [{ success: true }],
	}),
	...rows(node, 'mailing', 'get', {
		title: 'a selected mailing',
		parameters: { mailingId: fromList('6001', 'Hello') },
		sends: [{ form: { message_id: '6001' }, answer: { status: 'OK', result: found } }],
		output: [found],
	}),
	...rows(
		node,
		'mailing',
		'getAll',
		...pagedBehaviours('form', { wrap: (result) => ({ status: 'OK', result }) }),
	),
	...rows(
		node,
		'mailing',
		'getRecipients',
		...wholeBehaviours({
			parameters: { mailingId: byId('6001') },
			fixed: { form: { message_id: '6001' } },
			wrap: (result) => ({ status: 'OK', result }),
		}),
	),
];

const accepted = { uuid: '0b8e-1f', success: 'OK' };
const setting = { batchSender: byId('1363'), mailingName: 'March', phone: '={{ $json.phone }}' };
const settingQuery = { 'messages[0][alphaname_id]': '1363', 'messages[0][name]': 'March' };
const people = input(
	{ phone: PHONE, text: 'Dear Ann', link: 'https://example.com/ann' },
	{ phone: OTHER_PHONE, text: 'Dear Bob', link: 'https://example.com/bob' },
);
const phones = {
	'messages[0][delivery_list][0]': PHONE,
	'messages[0][delivery_list][1]': OTHER_PHONE,
};
const many = Array.from({ length: 400 }, (_, index) => String(380500000000 + index));

const batchOf = (
	title: string,
	parameters: IDataObject,
	query: Record<string, string>,
	more?: Partial<Behaviour>,
): Behaviour => ({
	title,
	parameters: { ...setting, ...parameters } as Behaviour['parameters'],
	items: people,
	sends: [{ query: { ...settingQuery, ...query }, answer: accepted }],
	output: [outcome(accepted, 2)],
	pairs: [[0, 1]],
	wholeInput: true,
	...more,
});

const batch = [
	...rows(
		node,
		'batch',
		'send',
		batchOf(
			'one text to several phones',
			{ contentType: 'text', message: 'Hello' },
			{
				'messages[0][message_type]': 'bulk',
				'messages[0][content][type]': 'text',
				'messages[0][content][text]': 'Hello',
				...phones,
			},
		),
		batchOf(
			'personal texts',
			{ contentType: 'text', message: '={{ $json.text }}' },
			{
				'messages[0][message_type]': 'personal',
				'messages[0][content][type]': 'text',
				'messages[0][delivery_list][0][phone]': PHONE,
				'messages[0][delivery_list][0][text]': 'Dear Ann',
				'messages[0][delivery_list][1][phone]': OTHER_PHONE,
				'messages[0][delivery_list][1][text]': 'Dear Bob',
			},
		),
		batchOf(
			'one image with a schedule time and a callback',
			{
				contentType: 'image',
				imageUrl,
				options: {
					callbackUrl: 'https://example.com/done',
					scheduleTime: '2099-03-01T08:30:00Z',
				},
			},
			{
				callback_url: 'https://example.com/done',
				'messages[0][message_type]': 'bulk',
				'messages[0][schedule_time]': '2099-03-01T10:30:00',
				'messages[0][content][type]': 'image',
				'messages[0][content][image_url]': imageUrl,
				...phones,
			},
			{ timezone: 'Europe/Kyiv' },
		),
		batchOf(
			'one button',
			{
				contentType: 'button',
				message: 'Sale',
				imageUrl,
				buttonText: 'Buy',
				buttonLink: 'https://example.com/buy',
			},
			{
				'messages[0][message_type]': 'bulk',
				'messages[0][content][type]': 'button',
				'messages[0][content][text]': 'Sale',
				'messages[0][content][image_url]': imageUrl,
				'messages[0][content][caption]': 'Buy',
				'messages[0][content][button_link]': 'https://example.com/buy',
				...phones,
			},
		),
		batchOf(
			'a button without an image',
			{
				contentType: 'button',
				message: 'Sale',
				buttonText: 'Buy',
				buttonLink: 'https://example.com/buy',
			},
			{
				'messages[0][message_type]': 'bulk',
				'messages[0][content][type]': 'button',
				'messages[0][content][text]': 'Sale',
				'messages[0][content][caption]': 'Buy',
				'messages[0][content][button_link]': 'https://example.com/buy',
				...phones,
			},
		),
		batchOf(
			'personal texts and links under one button',
			{
				contentType: 'button',
				message: '={{ $json.text }}',
				imageUrl,
				buttonText: 'Buy',
				buttonLink: '={{ $json.link }}',
			},
			{
				'messages[0][message_type]': 'personal',
				'messages[0][content][type]': 'button',
				'messages[0][content][image_url]': imageUrl,
				'messages[0][content][caption]': 'Buy',
				'messages[0][delivery_list][0][phone]': PHONE,
				'messages[0][delivery_list][0][text]': 'Dear Ann',
				'messages[0][delivery_list][0][button_link]': 'https://example.com/ann',
				'messages[0][delivery_list][1][phone]': OTHER_PHONE,
				'messages[0][delivery_list][1][text]': 'Dear Bob',
				'messages[0][delivery_list][1][button_link]': 'https://example.com/bob',
			},
		),
		...(hasToken
			? [
					batchOf(
						'with the URL of a Wait node as the callback',
						{
							contentType: 'text',
							message: 'Hello',
							options: { callbackUrl: '={{ $execution.resumeUrl }}' },
						},
						{},
						{
							followedBy: 'wait',
							sends: [
								{
									json: {
										callback_url: resumeUrl,
										messages: [
											{
												alphaname_id: '1363',
												name: 'March',
												message_type: 'bulk',
												content: { type: 'text', text: 'Hello' },
												delivery_list: [PHONE, OTHER_PHONE],
											},
										],
									},
									answer: accepted,
								},
							],
						},
					),
				]
			: []),
		batchOf(
			'as a JSON body if the URL would be too long',
			{ contentType: 'text', message: 'Hello' },
			{},
			{
				items: many.map((phone) => ({ json: { phone } })),
				sends: [
					{
						json: {
							messages: [
								{
									alphaname_id: '1363',
									name: 'March',
									message_type: 'bulk',
									content: { type: 'text', text: 'Hello' },
									delivery_list: many,
								},
							],
						},
						answer: accepted,
					},
				],
				output: [outcome(accepted, many.length)],
				pairs: [many.map((_, index) => index)],
			},
		),
	),
	...rows(node, 'batch', 'getStatus', {
		title: 'mailings and failures, one item each',
		parameters: { uuid: '={{ $json.uuid }}' },
		items: input({ uuid: '0b8e-1f' }),
		sends: [
			{
				query: { uuid: '0b8e-1f' },
				answer: [
					{ message_id: 1, name: 'A', alphaname_id: 1363, success: [{ phone: PHONE }] },
					{ errors: ['B: the content URL is invalid'] },
				],
			},
		],
		output: [
			{ message_id: 1, name: 'A', alphaname_id: 1363, success: [{ phone: PHONE }] },
			{ errors: ['B: the content URL is invalid'] },
		],
	}),
];

const flagged = { status: 'OK', result: '2 messages were flagged' };
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
	...rows(
		node,
		'reply',
		'getAll',
		...wholeBehaviours({
			parameters: { mailingId: byId('6001') },
			fixed: { form: { message_id: '6001' } },
			wrap: (result) => ({ status: 'OK', result }),
		}),
	),
	...rows(
		node,
		'reply',
		'markAsRead',
		...ids.map(([title, replyIds, wire]) => ({
			title: `by ${title}`,
			parameters: { replyIds },
			sends: [{ form: { incoming_messages: wire }, answer: flagged }],
			output: [{ marked: true, message: '2 messages were flagged' }],
			wholeInput: true as const,
		})),
	),
];

export const viberContract = [...messages, ...mailings, ...batch, ...replies];
