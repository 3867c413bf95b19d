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
} from './row';
import { hasToken, resumeUrl } from '../support/engine/workflow';

const node = 'messagingServiceSms';
const sent = { sms_id: 9001, status: 'NEW', parts: 1 };
const plain = { sender: byId('1363'), phone: PHONE, message: 'Hello' };
const plainQuery = { alphaname_id: '1363', phone: PHONE, message: 'Hello' };

const sending = rows(
	node,
	'message',
	'send',
	{
		title: 'a plain message',
		parameters: plain,
		sends: [{ query: plainQuery, answer: sent }],
		output: [sent],
	},
	{
		title: 'from expressions, with everything that has to be encoded',
		parameters: {
			sender: byId('={{ $json.sender }}'),
			phone: '={{ $json.phone }}',
			message: '={{ $json.text }}',
		},
		items: input({ sender: 1363, phone: 380501234567, text: 'Привіт 👋 100% a=b&c+d #1\nЇ' }),
		sends: [
			{
				query: {
					alphaname_id: '1363',
					phone: PHONE,
					message: 'Привіт 👋 100% a=b&c+d #1\nЇ',
				},
				answer: sent,
			},
		],
		output: [sent],
	},
	{
		title: 'to a formatted phone number, from a selected sender',
		parameters: { ...plain, sender: fromList('1363', 'Shop'), phone: '+380 (50) 123-45-67' },
		sends: [{ query: plainQuery, answer: sent }],
		output: [sent],
	},
	{
		title: 'asking for the cost',
		parameters: { ...plain, options: { showCost: true } },
		sends: [{ query: { ...plainQuery, show_cost: '1' }, answer: { ...sent, cost: '0.45' } }],
		output: [{ ...sent, cost: '0.45' }],
	},
	{
		title: 'not asking for the cost',
		parameters: { ...plain, options: { showCost: false } },
		sends: [{ query: { ...plainQuery, show_cost: '0' }, answer: sent }],
		output: [sent],
	},
	{
		title: 'forwarded to Viber if not delivered',
		parameters: {
			...plain,
			options: { forwardToViber: true, forwardAfter: 30, viberSender: byId('77') },
		},
		sends: [
			{
				query: plainQuery,
				form: { forwarding_message: '1', forwarding_time: '30', vibername_id: '77' },
				answer: sent,
			},
		],
		output: [sent],
	},
	{
		title: 'not forwarded',
		parameters: { ...plain, options: { forwardToViber: false } },
		sends: [{ query: plainQuery, form: { forwarding_message: '0' }, answer: sent }],
		output: [sent],
	},
);

const prepared = { status: 'ok', parts: 1, len: 5, message_id: 31, alphaname: 'Shop', time: 0 };
/** Unix times of a message, and the same on the clock of the workflow. */
const deliveries = [
	[1772360000, 1772360004, '2026-03-01 12:13:20', '2026-03-01 12:13:24'],
	['1786789800', 0, '2026-08-15 13:30:00', null],
	[0, undefined, null, null],
	[1772360000, 'soon', '2026-03-01 12:13:20', null],
].map(([sent, delivered, sent_at, delivered_at]) => {
	const answer = { sms_id: 9001, sent, ...(delivered !== undefined && { delivered }) };
	return {
		title: `of a message sent at ${sent}, and delivered at ${delivered}`,
		parameters: { smsId: '9001' },
		timezone: 'Europe/Kyiv',
		sends: [{ query: { sms_id: '9001' }, answer }],
		output: [{ ...answer, sent_at, delivered_at }],
	};
});

/** A schedule field as saved or computed, the workflow's timezone, and what has to arrive. */
const times: Array<[title: string, value: string, timezone: string, wire: string]> = [
	['as the editor saves it', '2099-03-01T10:30:00', 'Europe/Kyiv', '2099-03-01 10:30'],
	['in UTC', '2099-03-01T08:30:00.000Z', 'Europe/Kyiv', '2099-03-01 10:30'],
	['in UTC, summer time', '2099-07-01T12:00:00Z', 'America/New_York', '2099-07-01 08:00'],
	['with an offset', '2099-03-01T10:30:00+05:00', 'Europe/Kyiv', '2099-03-01 07:30'],
	[
		'from a date in an expression',
		"={{ DateTime.fromISO('2099-03-01T08:30:00Z') }}",
		'Europe/Kyiv',
		'2099-03-01 10:30',
	],
	[
		'from the ISO text of a date in an expression',
		"={{ DateTime.fromISO('2099-03-01T06:30:00Z').plus(2, 'hours').toISO() }}",
		'Europe/Kyiv',
		'2099-03-01 10:30',
	],
	[
		'from a JavaScript date in an expression',
		"={{ new Date('2099-03-01T08:30:00Z') }}",
		'America/New_York',
		'2099-03-01 03:30',
	],
	['with a blank and an hour of one digit', '2099-03-01 9:05', 'Asia/Tokyo', '2099-03-01 09:05'],
];

const preparing = rows(
	node,
	'message',
	'prepare',
	{
		title: 'a text only',
		parameters: { message: 'Hello' },
		sends: [{ query: { message: 'Hello' }, answer: prepared }],
		output: [prepared],
	},
	{
		title: 'with a name and a sender',
		parameters: { message: 'Hello', options: { name: 'March', sender: byId('1363') } },
		sends: [
			{ query: { message: 'Hello', name: 'March', alphaname_id: '1363' }, answer: prepared },
		],
		output: [prepared],
	},
	...times.map(([title, scheduleTime, timezone, time]) => ({
		title: `for a time ${title}`,
		parameters: { message: 'Hello', options: { scheduleTime } },
		timezone,
		sends: [{ query: { message: 'Hello', time }, answer: prepared }],
		output: [prepared],
	})),
);

const recipient = { phone: 380501234567, status: 'delivered', d_sent: '2099-03-01 10:30:00' };

const messages = [
	...rows(node, 'message', 'sendPrepared', {
		title: 'to one phone',
		parameters: { messageId: byId('31'), phone: PHONE },
		sends: [
			{ query: { message_id: '31', phone: PHONE }, answer: { sms_id: 9002, status: 'NEW' } },
		],
		output: [{ sms_id: 9002, status: 'NEW' }],
	}),
	...rows(
		node,
		'message',
		'getStatus',
		{
			title: 'of a selected message, for any fields in the response',
			parameters: { messageId: fromList('31', 'Hello') },
			sends: [
				{ query: { message_id: '31' }, answer: { message_id: 31, status: 'moderated' } },
			],
			output: [{ message_id: 31, status: 'moderated' }],
		},
		{
			title: 'in an envelope',
			parameters: { messageId: byId('={{ $json.message_id }}') },
			items: input({ message_id: 31 }),
			sends: [
				{
					query: { message_id: '31' },
					answer: { status: 'OK', result: { status: 'moderated' } },
				},
			],
			output: [{ status: 'moderated' }],
		},
	),
	...rows(node, 'message', 'getDelivery', ...deliveries),
	...rows(
		node,
		'message',
		'getAll',
		...pagedBehaviours('query', { wrap: (result) => ({ result }) }),
	),
	...rows(
		node,
		'message',
		'getRecipients',
		...pagedBehaviours('query', {
			parameters: { messageId: byId('31') },
			fixed: { query: { message_id: '31' } },
			wrap: (result) => ({ result }),
		}),
		{
			title: 'with the fields of a recipient',
			parameters: { messageId: fromList('31', 'Hello'), limit: 1 },
			sends: [
				{
					query: { message_id: '31', limit_offset: '0', limit_rows: '1' },
					answer: { result: [recipient] },
				},
			],
			output: [recipient],
		},
	),
];

const mailings = [
	...rows(
		node,
		'mailing',
		'getRecipients',
		...pagedBehaviours('query', {
			parameters: { mailingId: byId('55') },
			fixed: { query: { message_id: '55' } },
			wrap: (result) => ({ result }),
		}),
		{
			title: 'with the fields of a recipient',
			parameters: { mailingId: fromList('55', 'March'), limit: 1 },
			sends: [
				{
					query: { message_id: '55', limit_offset: '0', limit_rows: '1' },
					answer: { result: [recipient] },
				},
			],
			output: [recipient],
		},
	),
	...rows(node, 'mailing', 'create', {
		title: 'to a list with a schedule time',
		parameters: {
			mailingName: 'March',
			message: 'Hello',
			scheduleTime: '2099-03-01T10:30:00',
			listId: fromList('17', 'Customers'),
			sender: byId('1363'),
		},
		sends: [
			{
				form: {
					name: 'March',
					message: 'Hello',
					d_schedule: '2099-03-01 10:30',
					list_id: '17',
					alphaname_id: '1363',
				},
				answer: { message_id: 55 },
			},
		],
		output: [{ message_id: 55 }],
	}),
	...rows(node, 'mailing', 'confirm', {
		title: 'with a response that has only a status',
		parameters: { mailingId: byId('55') },
		sends: [{ form: { message_id: '55', confirm: '1' }, answer: { status: 'OK' } }],
		output: [{ success: true }],
	}),
	...rows(node, 'mailing', 'get', {
		title: 'before confirming',
		parameters: { mailingId: fromList('55', 'March') },
		sends: [
			{
				form: { message_id: '55', confirm: '0' },
				answer: { count_phones: 12, cost: '3.60' },
			},
		],
		output: [{ count_phones: 12, cost: '3.60' }],
	}),
	...rows(
		node,
		'mailing',
		'getAll',
		...wholeBehaviours({ wrap: (data) => ({ status: 'success', data }) }),
		{
			title: 'created through one channel',
			parameters: { returnAll: true, options: { createdVia: 'web' } },
			sends: [
				{
					query: { type: 'WEB' },
					answer: { status: 'success', data: [{ id: 1, name: 'March' }] },
				},
			],
			output: [{ id: 1, name: 'March' }],
		},
	),
];

const accepted = { uuid: '0b8e-1f', success: 'OK' };
const bulk = {
	sender: byId('1363'),
	mailingName: 'March',
	message: 'Hello',
	phone: '={{ $json.phone }}',
	options: { callbackUrl: 'https://example.com/done?x=1&y=2' },
};
const bulkQuery = {
	callback_url: 'https://example.com/done?x=1&y=2',
	'messages[0][alphaname_id]': '1363',
	'messages[0][name]': 'March',
	'messages[0][message_type]': 'bulk',
	'messages[0][text]': 'Hello',
	'messages[0][delivery_list][0]': PHONE,
};
const two = input({ phone: PHONE, text: 'Dear Ann' }, { phone: OTHER_PHONE, text: 'Dear Bob' });
const many = Array.from({ length: 400 }, (_, index) => String(380500000000 + index));

const batch = [
	...rows(
		node,
		'batch',
		'send',
		{
			title: 'one text to several phones',
			parameters: bulk,
			items: two,
			sends: [
				{
					query: { ...bulkQuery, 'messages[0][delivery_list][1]': OTHER_PHONE },
					answer: accepted,
				},
			],
			output: [outcome(accepted, 2)],
			pairs: [[0, 1]],
			wholeInput: true,
		},
		{
			title: 'personal texts, read from every item',
			parameters: { ...bulk, message: '={{ $json.text }}' },
			items: two,
			sends: [
				{
					query: {
						callback_url: 'https://example.com/done?x=1&y=2',
						'messages[0][alphaname_id]': '1363',
						'messages[0][name]': 'March',
						'messages[0][message_type]': 'personal',
						'messages[0][delivery_list][0][phone]': PHONE,
						'messages[0][delivery_list][0][text]': 'Dear Ann',
						'messages[0][delivery_list][1][phone]': OTHER_PHONE,
						'messages[0][delivery_list][1][text]': 'Dear Bob',
					},
					answer: accepted,
				},
			],
			output: [outcome(accepted, 2)],
			pairs: [[0, 1]],
			wholeInput: true,
		},
		{
			title: 'with a schedule time',
			parameters: {
				...bulk,
				options: { ...bulk.options, scheduleTime: '2099-03-01T08:30:00Z' },
			},
			items: input({ phone: PHONE }),
			timezone: 'Europe/Kyiv',
			sends: [
				{
					query: { ...bulkQuery, 'messages[0][schedule_time]': '2099-03-01T10:30:00' },
					answer: accepted,
				},
			],
			output: [outcome(accepted, 1)],
			wholeInput: true,
		},
		...(hasToken
			? [
					{
						title: 'with the URL of a Wait node as the callback',
						parameters: {
							...bulk,
							options: { callbackUrl: '={{ $execution.resumeUrl }}' },
						},
						items: input({ phone: PHONE }),
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
											text: 'Hello',
											delivery_list: [PHONE],
										},
									],
								},
								answer: accepted,
							},
						],
						output: [outcome(accepted, 1)],
						wholeInput: true,
					},
				]
			: []),
		{
			title: 'as a JSON body if the URL would be too long',
			parameters: bulk,
			items: many.map((phone) => ({ json: { phone } })),
			sends: [
				{
					json: {
						callback_url: 'https://example.com/done?x=1&y=2',
						messages: [
							{
								alphaname_id: '1363',
								name: 'March',
								message_type: 'bulk',
								text: 'Hello',
								delivery_list: many,
							},
						],
					},
					answer: accepted,
				},
			],
			output: [outcome(accepted, many.length)],
			pairs: [many.map((_, index) => index)],
			wholeInput: true,
		},
	),
	...rows(node, 'batch', 'getStatus', {
		title: 'one item per mailing',
		parameters: { uuid: '0b8e-1f' },
		sends: [
			{
				query: { uuid: '0b8e-1f' },
				answer: [
					{ message_id: 1, name: 'A', alphaname_id: 1363, success: [] },
					{ errors: ['B: the content URL is invalid'] },
				],
			},
		],
		output: [
			{ message_id: 1, name: 'A', alphaname_id: 1363, success: [] },
			{ errors: ['B: the content URL is invalid'] },
		],
	}),
];

export const smsContract = [...sending, ...preparing, ...messages, ...mailings, ...batch];
