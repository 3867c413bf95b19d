import type { IDataObject } from 'n8n-workflow';
import { byId, fromList, input, outcome, rows, wholeBehaviours, type Behaviour } from './row';

const node = 'messagingServiceEmail';
const FILE = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff, 0xc3, 0x28]);
const file = { content: FILE, fileName: 'price list.pdf', mimeType: 'application/pdf' };
const sentFile = {
	value: FILE.toString('latin1'),
	fileName: 'price list.pdf',
	contentType: 'application/pdf',
};
const letter = { senderEmail: 'shop@example.com', subject: 'News', message: '<p>Hi</p>' };
const letterForm = { sender_email: 'shop@example.com', subject: 'News', message: '<p>Hi</p>' };

/** Rows that message:send and mailing:send share: every option, alone and together. */
function letters(
	parameters: IDataObject,
	fixed: Record<string, string>,
	result: IDataObject,
): Behaviour[] {
	const answer = { status: 'OK', result };
	const behaviour = (
		title: string,
		options: IDataObject | undefined,
		form: Record<string, string>,
		more?: Partial<Behaviour>,
	): Behaviour => ({
		title,
		parameters: {
			...letter,
			...parameters,
			...(options && { options }),
		} as Behaviour['parameters'],
		sends: [{ form: { ...letterForm, ...fixed, ...form }, answer }],
		output: [result],
		...more,
	});
	return [
		behaviour('without options', undefined, {}),
		behaviour(
			'with a sender name, tracked',
			{ senderName: 'Shop & Co', trackOpens: true, trackClicks: true },
			{ sender_name: 'Shop & Co', track_open: '1', track_click: '1' },
		),
		behaviour(
			'untracked',
			{ trackOpens: false, trackClicks: false },
			{ track_open: '0', track_click: '0' },
		),
		behaviour(
			'with a schedule time',
			{ scheduleTime: '2099-03-01T08:30:00Z' },
			{ d_schedule: '2099-03-01 10:30' },
			{ timezone: 'Europe/Kyiv' },
		),
		behaviour(
			'with an attachment',
			{ attachment: 'data' },
			{},
			{
				items: [{ json: {}, files: { data: file } }],
				sends: [
					{ form: { ...letterForm, ...fixed }, files: { attachment: sentFile }, answer },
				],
			},
		),
	];
}

const messages = rows(
	node,
	'message',
	'send',
	...letters({ email: 'ann@example.com' }, { email: 'ann@example.com' }, { email_id: 70 }),
	{
		title: 'from expressions',
		parameters: {
			...letter,
			email: '={{ $json.email }}',
			subject: '={{ $json.subject }}',
			message: '={{ $json.html }}',
		},
		items: input({ email: 'ann+x@example.com', subject: 'A&B=C', html: '<b>Привіт</b> 100%' }),
		sends: [
			{
				form: {
					sender_email: 'shop@example.com',
					email: 'ann+x@example.com',
					subject: 'A&B=C',
					message: '<b>Привіт</b> 100%',
				},
				answer: { status: 'OK', result: { email_id: 71 } },
			},
		],
		output: [{ email_id: 71 }],
	},
);

const created = { message_id: 80, count_emails: 12 };
const mailings = [
	...rows(
		node,
		'mailing',
		'send',
		...letters({ listId: fromList('17', 'Customers') }, { list_id: '17' }, created),
		{
			title: 'with a name',
			parameters: {
				...letter,
				listId: byId('={{ $json.list }}'),
				options: { mailingName: 'March' },
			},
			items: input({ list: 17 }),
			sends: [
				{
					form: { ...letterForm, list_id: '17', name: 'March' },
					answer: { status: 'OK', result: created },
				},
			],
			output: [created],
		},
	),
	...rows(
		node,
		'mailing',
		'getRecipients',
		...wholeBehaviours({
			parameters: { mailingId: '80' },
			fixed: { form: { message_id: '80' } },
			wrap: (result) => ({ status: 'OK', result }),
		}),
	),
];

const accepted = { uuid: '0b8e-1f' };
const people = input(
	{ email: 'ann@example.com', subject: 'Dear Ann', html: '<p>Ann</p>' },
	{ email: 'bob@example.com', subject: 'Dear Bob', html: '<p>Bob</p>' },
);
const bulkForm = {
	...letterForm,
	message_type: 'bulk',
	'delivery_list[0]': 'ann@example.com',
	'delivery_list[1]': 'bob@example.com',
};
const batchOf = (
	title: string,
	parameters: IDataObject,
	form: Record<string, string>,
	more?: Partial<Behaviour>,
): Behaviour => ({
	title,
	parameters: {
		...letter,
		email: '={{ $json.email }}',
		...parameters,
	} as Behaviour['parameters'],
	items: people,
	sends: [{ form, answer: { status: 'OK', result: accepted } }],
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
		batchOf('one email to several addresses', {}, bulkForm),
		batchOf(
			'personal emails',
			{ subject: '={{ $json.subject }}', message: '={{ $json.html }}' },
			{
				sender_email: 'shop@example.com',
				message_type: 'personal',
				'delivery_list[0][email]': 'ann@example.com',
				'delivery_list[0][subject]': 'Dear Ann',
				'delivery_list[0][message]': '<p>Ann</p>',
				'delivery_list[1][email]': 'bob@example.com',
				'delivery_list[1][subject]': 'Dear Bob',
				'delivery_list[1][message]': '<p>Bob</p>',
			},
		),
		batchOf(
			'with every option',
			{
				options: {
					mailingName: 'March',
					senderName: 'Shop',
					scheduleTime: '2099-03-01T08:30:00Z',
					trackOpens: true,
					trackClicks: false,
				},
			},
			{
				...bulkForm,
				name: 'March',
				sender_name: 'Shop',
				d_schedule: '2099-03-01 10:30',
				track_open: '1',
				track_click: '0',
			},
			{ timezone: 'Europe/Kyiv' },
		),
	),
	...rows(node, 'batch', 'getStatus', {
		title: 'one item per mailing, rejected addresses kept',
		parameters: { uuid: '0b8e-1f' },
		sends: [
			{
				form: { uuid: '0b8e-1f' },
				answer: {
					status: 'OK',
					result: [
						{
							message_id: '90',
							name: 'March',
							success: [{ recipient: 'ann@example.com', error: null }],
							errors: [{ email: 'nobody', error: 'invalid address' }],
						},
					],
				},
			},
		],
		output: [
			{
				message_id: '90',
				name: 'March',
				success: [{ recipient: 'ann@example.com', error_text: null }],
				errors: [{ email: 'nobody', error_text: 'invalid address' }],
			},
		],
	}),
];

const done = { status: 'OK' };
const addresses = [
	...rows(
		node,
		'address',
		'unsubscribe',
		{
			title: 'from all lists',
			parameters: { email: 'ann@example.com' },
			sends: [{ form: { email: 'ann@example.com' }, answer: done }],
			output: [{ success: true }],
		},
		{
			title: 'from some lists, for a reason',
			parameters: {
				email: '={{ $json.email }}',
				options: { listIds: '17,18', reason: 'asked by phone' },
			},
			items: input({ email: 'ann@example.com' }),
			sends: [
				{
					form: { email: 'ann@example.com', list_ids: '17,18', reason: 'asked by phone' },
					answer: done,
				},
			],
			output: [{ success: true }],
		},
	),
	...rows(
		node,
		'address',
		'resubscribe',
		{
			title: 'to all lists',
			parameters: { email: 'ann@example.com' },
			sends: [{ form: { email: 'ann@example.com' }, answer: done }],
			output: [{ success: true }],
		},
		{
			title: 'to some lists',
			parameters: { email: 'ann@example.com', options: { listIds: '17,18' } },
			sends: [{ form: { email: 'ann@example.com', list_ids: '17,18' }, answer: done }],
			output: [{ success: true }],
		},
	),
];

const templates = rows(
	node,
	'template',
	'getAll',
	...wholeBehaviours({ wrap: (result) => ({ status: 'OK', result }) }),
);

export const emailContract = [...messages, ...mailings, ...batch, ...addresses, ...templates];
