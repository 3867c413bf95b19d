import { byId, fromList, inOneRequest, input, ok, rowsOf, wholeRows } from './row';

const node = 'messagingServiceEmail';
const FILE = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff, 0xc3, 0x28]);
const pdf = { fileName: 'price list.pdf', mimeType: 'application/pdf' };
const attachment = {
	...{ value: FILE.toString('latin1'), fileName: pdf.fileName, contentType: pdf.mimeType },
};
const letter = { senderEmail: 'shop@example.com', subject: 'News', message: '<p>Hi</p>' };
const letterForm = { sender_email: 'shop@example.com', subject: 'News', message: '<p>Hi</p>' };
const KYIV = { timezone: 'Europe/Kyiv' };

const send = rowsOf([node, 'message', 'send'], ok({ email_id: 70 }));
const mailing = rowsOf([node, 'mailing', 'send'], ok({ message_id: 80, count_emails: 12 }));
const html = '<b>Привіт</b> 100%';

/** Options of an email to one address and to a list. */
const letters = (
	[
		[
			send,
			{ ...letter, email: 'ann@example.com' },
			{ ...letterForm, email: 'ann@example.com' },
		],
		[
			mailing,
			{ ...letter, listId: fromList('17', 'Customers') },
			{ ...letterForm, list_id: '17' },
		],
	] as const
).flatMap(([row, parameters, form]) => [
	row('without options', parameters, { form }),
	row(
		'with a sender name, tracked',
		{
			...parameters,
			options: { senderName: 'Shop & Co', trackOpens: true, trackClicks: true },
		},
		{ form: { ...form, sender_name: 'Shop & Co', track_open: '1', track_click: '1' } },
	),
	row(
		'untracked',
		{ ...parameters, options: { trackOpens: false, trackClicks: false } },
		{ form: { ...form, track_open: '0', track_click: '0' } },
	),
	row(
		'with a schedule time',
		{ ...parameters, options: { scheduleTime: '2099-03-01T08:30:00Z' } },
		{ form: { ...form, d_schedule: '2099-03-01 10:30' } },
		KYIV,
	),
	row(
		'with an attachment',
		{ ...parameters, options: { attachment: 'data' } },
		{ form, files: { attachment } },
		{ items: [{ json: {}, files: { data: { content: FILE, ...pdf } } }] },
	),
]);

const others = [
	send(
		'from expressions',
		{
			...{ senderEmail: 'shop@example.com', email: '={{ $json.email }}' },
			...{ subject: '={{ $json.subject }}', message: '={{ $json.html }}' },
		},
		{ form: { ...letterForm, email: 'ann+x@example.com', subject: 'A&B=C', message: html } },
		{ items: input({ email: 'ann+x@example.com', subject: 'A&B=C', html }) },
	),
	mailing(
		'with a name',
		{ ...letter, listId: byId('={{ $json.list }}'), options: { mailingName: 'March' } },
		{ form: { ...letterForm, list_id: '17', name: 'March' } },
		{ items: input({ list: 17 }) },
	),
	...wholeRows(rowsOf([node, 'mailing', 'getRecipients']), {
		parameters: { mailingId: '80' },
		fixed: { form: { message_id: '80' } },
	}),
];

const accepted = { uuid: '0b8e-1f' };
const people = inOneRequest(
	accepted,
	{ email: 'ann@example.com', subject: 'Dear Ann', html: '<p>Ann</p>' },
	{ email: 'bob@example.com', subject: 'Dear Bob', html: '<p>Bob</p>' },
);
const batchSend = rowsOf([node, 'batch', 'send'], ok(accepted), people);
const bulk = { ...letter, email: '={{ $json.email }}' };
const bulkForm = {
	...{ ...letterForm, message_type: 'bulk' },
	...{ 'delivery_list[0]': 'ann@example.com', 'delivery_list[1]': 'bob@example.com' },
};
const status = {
	...{ message_id: '90', name: 'March' },
	success: [{ recipient: 'ann@example.com', error: null }],
	errors: [{ email: 'nobody', error: 'invalid address' }],
};

const batch = [
	batchSend('one email to several addresses', bulk, { form: bulkForm }),
	batchSend(
		'personal emails',
		{ ...bulk, subject: '={{ $json.subject }}', message: '={{ $json.html }}' },
		{
			form: {
				...{ sender_email: 'shop@example.com', message_type: 'personal' },
				'delivery_list[0][email]': 'ann@example.com',
				'delivery_list[0][subject]': 'Dear Ann',
				'delivery_list[0][message]': '<p>Ann</p>',
				'delivery_list[1][email]': 'bob@example.com',
				'delivery_list[1][subject]': 'Dear Bob',
				'delivery_list[1][message]': '<p>Bob</p>',
			},
		},
	),
	batchSend(
		'with every option',
		{
			...bulk,
			options: {
				...{ mailingName: 'March', senderName: 'Shop', trackOpens: true },
				...{ scheduleTime: '2099-03-01T08:30:00Z', trackClicks: false },
			},
		},
		{
			form: {
				...{ ...bulkForm, name: 'March', sender_name: 'Shop' },
				...{ d_schedule: '2099-03-01 10:30', track_open: '1', track_click: '0' },
			},
		},
		KYIV,
	),
	rowsOf([node, 'batch', 'getStatus'], ok([status]))(
		'one item per mailing, rejected addresses kept',
		{ uuid: '0b8e-1f' },
		{ form: { uuid: '0b8e-1f' } },
		{
			output: [
				{
					...status,
					success: [{ recipient: 'ann@example.com', error_text: null }],
					errors: [{ email: 'nobody', error_text: 'invalid address' }],
				},
			],
		},
	),
];

const success = { output: [{ success: true }] };
const unsubscribe = rowsOf([node, 'address', 'unsubscribe'], { status: 'OK' }, success);
const resubscribe = rowsOf([node, 'address', 'resubscribe'], { status: 'OK' }, success);
const ann = { email: 'ann@example.com' };
const addresses = [
	unsubscribe('from all lists', ann, { form: ann }),
	unsubscribe(
		'from some lists, for a reason',
		{ email: '={{ $json.email }}', options: { listIds: '17,18', reason: 'asked by phone' } },
		{ form: { ...ann, list_ids: '17,18', reason: 'asked by phone' } },
		{ items: input(ann) },
	),
	resubscribe('to all lists', ann, { form: ann }),
	resubscribe(
		'to some lists',
		{ ...ann, options: { listIds: '17,18' } },
		{ form: { ...ann, list_ids: '17,18' } },
	),
];

const templates = wholeRows(rowsOf([node, 'template', 'getAll']));

export const emailContract = [...letters, ...others, ...batch, ...addresses, ...templates];
