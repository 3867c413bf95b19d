import { byId, fromList, inOneRequest, input, OTHER_PHONE, PHONE } from './row';
import { pagedRows, rowsOf, wholeRows } from './row';
import { resumeUrlHasToken, resumeUrl } from '../support/engine/workflow';

const node = 'messagingServiceSms';
const sent = { sms_id: 9001, status: 'NEW', parts: 1 };
const plain = { sender: byId('1363'), phone: PHONE, message: 'Hello' };
const query = { alphaname_id: '1363', phone: PHONE, message: 'Hello' };
const encoded = 'Привіт 👋 100% a=b&c+d #1\nЇ';
const send = rowsOf([node, 'message', 'send'], sent);
const withOptions = (options: object) => ({ ...plain, options });
const toViber = { forwardToViber: true, forwardAfter: 30, viberSender: byId('77') };
const forwarding = { forwarding_message: '1', forwarding_time: '30', vibername_id: '77' };

const sending = [
	send('a plain message', plain, { query }),
	send(
		'from expressions, with everything that has to be encoded',
		{
			...{ sender: byId('={{ $json.sender }}'), phone: '={{ $json.phone }}' },
			message: '={{ $json.text }}',
		},
		{ query: { ...query, message: encoded } },
		{ items: input({ sender: 1363, phone: 380501234567, text: encoded }) },
	),
	send(
		'to a formatted phone number, from a selected sender',
		{ ...plain, sender: fromList('1363', 'Shop'), phone: '+380 (50) 123-45-67' },
		{ query },
	),
	send('asking for the cost', withOptions({ showCost: true }), {
		query: { ...query, show_cost: '1' },
		answer: { ...sent, cost: '0.45' },
	}),
	send('not asking for the cost', withOptions({ showCost: false }), {
		query: { ...query, show_cost: '0' },
	}),
	send('forwarded to Viber if not delivered', withOptions(toViber), { query, form: forwarding }),
	send('not forwarded', withOptions({ forwardToViber: false }), {
		query,
		form: { forwarding_message: '0' },
	}),
];

/** Unix times of a message, and these times in the workflow's time zone. */
const deliveries = [
	[1772360000, 1772360004, '2026-03-01 12:13:20', '2026-03-01 12:13:24'],
	['1786789800', 0, '2026-08-15 13:30:00', null],
	[0, undefined, null, null],
	[1772360000, 'soon', '2026-03-01 12:13:20', null],
].map(([sent, delivered, sent_at, delivered_at]) => {
	const answer = { sms_id: 9001, sent, ...(delivered !== undefined && { delivered }) };
	return rowsOf([node, 'message', 'getDelivery'])(
		`of a message sent at ${sent}, and delivered at ${delivered}`,
		{ smsId: '9001' },
		{ query: { sms_id: '9001' }, answer },
		{ timezone: 'Europe/Kyiv', output: [{ ...answer, sent_at, delivered_at }] },
	);
});

const prepared = { status: 'ok', parts: 1, len: 5, message_id: 31, alphaname: 'Shop', time: 0 };
const prepare = rowsOf([node, 'message', 'prepare'], prepared);
const KYIV = 'Europe/Kyiv';
const NEW_YORK = 'America/New_York';
const [DATE, ISO] = ["DateTime.fromISO('2099-03-01T08:30:00Z')", "plus(2, 'hours').toISO()"];
/** A saved or computed schedule, the workflow's time zone, and the sent value. */
const times: Array<[title: string, value: string, timezone: string, wire: string]> = [
	['as the editor saves it', '2099-03-01T10:30:00', KYIV, '2099-03-01 10:30'],
	['in UTC', '2099-03-01T08:30:00.000Z', KYIV, '2099-03-01 10:30'],
	['in UTC, summer time', '2099-07-01T12:00:00Z', NEW_YORK, '2099-07-01 08:00'],
	['with an offset', '2099-03-01T10:30:00+05:00', KYIV, '2099-03-01 07:30'],
	['from a date in an expression', `={{ ${DATE} }}`, KYIV, '2099-03-01 10:30'],
	['from the ISO text of a date', `={{ ${DATE}.${ISO} }}`, KYIV, '2099-03-01 12:30'],
	[
		'from a JavaScript date',
		"={{ new Date('2099-03-01T08:30Z') }}",
		NEW_YORK,
		'2099-03-01 03:30',
	],
	['with a blank and an hour of one digit', '2099-03-01 9:05', 'Asia/Tokyo', '2099-03-01 09:05'],
];
const preparing = [
	prepare('a text only', { message: 'Hello' }, { query: { message: 'Hello' } }),
	prepare(
		'with a name and a sender',
		{ message: 'Hello', options: { name: 'March', sender: byId('1363') } },
		{ query: { message: 'Hello', name: 'March', alphaname_id: '1363' } },
	),
	...times.map(([title, scheduleTime, timezone, time]) =>
		prepare(
			`for a time ${title}`,
			{ message: 'Hello', options: { scheduleTime } },
			{ query: { message: 'Hello', time } },
			{ timezone },
		),
	),
];

const status = rowsOf([node, 'message', 'getStatus'], { message_id: 31, status: 'moderated' });
const recipient = { phone: 380501234567, status: 'delivered', d_sent: '2099-03-01 10:30:00' };
const wrap = (result: object) => ({ result });

/** Returns rows for the recipients of a message or a mailing. */
const recipients = (resource: string, field: string, id: string) => {
	const row = rowsOf([node, resource, 'getRecipients'], { result: [recipient] });
	const fixed = { query: { message_id: id } };
	return [
		...pagedRows(row, 'query', { parameters: { [field]: byId(id) }, fixed, wrap }),
		row(
			'with the fields of a recipient',
			{ [field]: fromList(id, 'Hello'), limit: 1 },
			{ query: { ...fixed.query, limit_offset: '0', limit_rows: '1' } },
		),
	];
};

const messages = [
	rowsOf([node, 'message', 'sendPrepared'], { sms_id: 9002, status: 'NEW' })(
		'to one phone',
		{ messageId: byId('31'), phone: PHONE },
		{ query: { message_id: '31', phone: PHONE } },
	),
	status(
		'of a selected message, for any fields in the response',
		{ messageId: fromList('31', 'Hello') },
		{ query: { message_id: '31' } },
	),
	status(
		'in an envelope',
		{ messageId: byId('={{ $json.message_id }}') },
		{ query: { message_id: '31' }, answer: { status: 'OK', result: { status: 'moderated' } } },
		{ items: input({ message_id: 31 }) },
	),
	...deliveries,
	...pagedRows(rowsOf([node, 'message', 'getAll']), 'query', { wrap }),
	...recipients('message', 'messageId', '31'),
];

const getAll = rowsOf([node, 'mailing', 'getAll']);
const mailings = [
	...recipients('mailing', 'mailingId', '55'),
	rowsOf([node, 'mailing', 'create'], { message_id: 55 })(
		'to a list with a schedule time',
		{
			...{ mailingName: 'March', message: 'Hello', scheduleTime: '2099-03-01T10:30:00' },
			...{ listId: fromList('17', 'Customers'), sender: byId('1363') },
		},
		{
			form: {
				...{ name: 'March', message: 'Hello', d_schedule: '2099-03-01 10:30' },
				...{ list_id: '17', alphaname_id: '1363' },
			},
		},
	),
	rowsOf([node, 'mailing', 'confirm'], { status: 'OK' })(
		'with a response that has only a status',
		{ mailingId: byId('55') },
		{ form: { message_id: '55', confirm: '1' } },
		{ output: [{ success: true }] },
	),
	rowsOf([node, 'mailing', 'get'], { count_phones: 12, cost: '3.60' })(
		'before confirming',
		{ mailingId: fromList('55', 'March') },
		{ form: { message_id: '55', confirm: '0' } },
	),
	...wholeRows(getAll, { wrap: (data) => ({ status: 'success', data }) }),
	...[
		['web', 'WEB'],
		['api', 'API'],
		['={{ "WEB" }}', 'WEB'],
	].map(([createdVia, type]) =>
		getAll(
			`created via ${createdVia}`,
			{ returnAll: true, options: { createdVia } },
			{ query: { type }, answer: { status: 'success', data: [{ id: 1, name: 'March' }] } },
		),
	),
];

const accepted = { uuid: '0b8e-1f', success: 'OK' };
const callbackUrl = 'https://example.com/done?x=1&y=2';
const bulk = {
	...{ sender: byId('1363'), mailingName: 'March', message: 'Hello' },
	...{ phone: '={{ $json.phone }}', options: { callbackUrl } },
};
const mailing = { alphaname_id: '1363', name: 'March', message_type: 'bulk', text: 'Hello' };
const object = (message: object, callback_url = callbackUrl) => ({
	json: { callback_url, messages: [message] },
});
const two = inOneRequest(
	accepted,
	{ phone: PHONE, text: 'Dear Ann' },
	{ phone: OTHER_PHONE, text: 'Dear Bob' },
);
const single = inOneRequest(accepted, { phone: PHONE });
const many = Array.from({ length: 400 }, (_, index) => String(380500000000 + index));
const batchSend = rowsOf([node, 'batch', 'send'], accepted, two);

const batch = [
	batchSend(
		'one text to several phones',
		bulk,
		object({ ...mailing, delivery_list: [PHONE, OTHER_PHONE] }),
	),
	batchSend(
		'personal texts, read from every item',
		{ ...bulk, message: '={{ $json.text }}' },
		object({
			...{ alphaname_id: '1363', name: 'March', message_type: 'personal' },
			delivery_list: [
				{ phone: PHONE, text: 'Dear Ann' },
				{ phone: OTHER_PHONE, text: 'Dear Bob' },
			],
		}),
	),
	batchSend(
		'with a schedule time',
		{ ...bulk, options: { callbackUrl, scheduleTime: '2099-03-01T08:30:00Z' } },
		object({ ...mailing, schedule_time: '2099-03-01T10:30:00', delivery_list: [PHONE] }),
		{ ...single, timezone: KYIV },
	),
	...(resumeUrlHasToken
		? [
				batchSend(
					'with the URL of a Wait node as the callback',
					{ ...bulk, options: { callbackUrl: '={{ $execution.resumeUrl }}' } },
					object({ ...mailing, delivery_list: [PHONE] }, resumeUrl),
					{ ...single, followedBy: 'wait' },
				),
			]
		: []),
	batchSend(
		'as a JSON body if the URL would be too long',
		bulk,
		object({ ...mailing, delivery_list: many }),
		inOneRequest(accepted, ...many.map((phone) => ({ phone }))),
	),
	rowsOf([node, 'batch', 'getStatus'])(
		'one item per mailing',
		{ uuid: '0b8e-1f' },
		{
			query: { uuid: '0b8e-1f' },
			answer: [
				{ message_id: 1, name: 'A', alphaname_id: 1363, success: [] },
				{ errors: ['B: the content URL is invalid'] },
			],
		},
	),
];

export const smsContract = [...sending, ...preparing, ...messages, ...mailings, ...batch];
