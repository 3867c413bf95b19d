import { type ContractRow, byId, input, PHONE, rows } from '../row';

/** A field that the model fills in, as n8n's editor saves it. */
const fromModel = (name: string, type = 'string') =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`\`, '${type}') }}`;

const columns = {
	mappingMode: 'defineBelow',
	value: { phone: fromModel('phone'), NAME: fromModel('name') },
	matchingColumns: [],
	schema: [],
	attemptToConvertTypes: false,
	convertFieldsToString: false,
};
const imported = { inserted: 1, updated: 0, invalid: 0 };

/** Arguments of a model in every kind of field. The input item has the arguments. */
export const toolRows: ContractRow[] = [
	...rows('messagingServiceSms', 'message', 'send', {
		title: 'every field, one of them in an option',
		parameters: {
			sender: byId(fromModel('sender', 'number')),
			phone: fromModel('phone'),
			message: `=${fromModel('greeting').slice(1)}, your order is ready`,
			options: { showCost: fromModel('cost', 'boolean') },
		},
		items: input({
			sender: 1363,
			phone: '+380 50 123-45-67',
			greeting: 'Привіт 👋',
			cost: true,
		}),
		sends: [
			{
				query: {
					alphaname_id: '1363',
					message: 'Привіт 👋, your order is ready',
					phone: PHONE,
					show_cost: '1',
				},
				answer: { sms_id: 9001 },
			},
		],
		output: [{ sms_id: 9001 }],
	}),
	...rows('messagingServiceSms', 'message', 'getAll', {
		title: 'how many records to read',
		parameters: { limit: fromModel('limit', 'number') },
		items: input({ limit: 1 }),
		sends: [{ query: { limit_offset: '0', limit_rows: '1' }, answer: { result: [{ id: 1 }] } }],
		output: [{ id: 1 }],
	}),
	...rows('messagingServiceViber', 'message', 'send', {
		title: 'the kind of message and its picture',
		parameters: {
			sender: byId('77'),
			phone: fromModel('phone'),
			contentType: 'image',
			imageSource: 'url',
			imageUrl: fromModel('picture'),
		},
		items: input({ phone: PHONE, picture: 'https://example.com/a.png?x=1&y=2' }),
		sends: [
			{
				form: {
					image_url: 'https://example.com/a.png?x=1&y=2',
					phone: PHONE,
					type_message: 'IMAGE',
					vibername_id: '77',
				},
				answer: { status: 'OK', result: { message_id: 5 } },
			},
		],
		output: [{ message_id: 5 }],
	}),
	...rows('messagingServiceVerification', 'code', 'sendWhatsApp', {
		title: 'a phone and a code',
		parameters: { phone: fromModel('phone'), generateCode: false, code: fromModel('code') },
		items: input({ phone: PHONE, code: '0042' }),
		sends: [{ query: { message: '0042', phone: PHONE }, answer: { sms_id: 1 } }],
		output: [{ sms_id: 1 }],
	}),
	...rows('messagingServiceVerification', 'code', 'sendSms', {
		title: 'a phone and a text with a code',
		parameters: {
			...{ sender: byId('77'), phone: fromModel('phone'), message: fromModel('text') },
			...{ generateCode: false, code: '0042' },
		},
		items: input({ phone: PHONE, text: 'Ваш код {code}' }),
		sends: [
			{
				query: { alphaname_id: '77', message: 'Ваш код 0042', phone: PHONE },
				answer: { sms_id: 1 },
			},
		],
		output: [{ sms_id: 1 }],
	}),
	...rows('messagingServiceEmail', 'message', 'send', {
		title: 'an email and an option',
		parameters: {
			senderEmail: 'shop@example.com',
			email: fromModel('to'),
			subject: fromModel('subject'),
			message: fromModel('html'),
			options: { trackOpens: fromModel('track', 'boolean') },
		},
		items: input({
			to: 'ann@example.com',
			subject: 'Hi & bye',
			html: '<p>Ї</p>',
			track: false,
		}),
		sends: [
			{
				form: {
					email: 'ann@example.com',
					message: '<p>Ї</p>',
					sender_email: 'shop@example.com',
					subject: 'Hi & bye',
					track_open: '0',
				},
				answer: { status: 'OK', result: { email_id: 70 } },
			},
		],
		output: [{ email_id: 70 }],
	}),
	...rows('messagingServiceContacts', 'contact', 'import', {
		title: 'the list and the columns of a contact',
		parameters: { listId: byId(fromModel('list', 'number')), columns },
		items: input({ list: 17, phone: PHONE, name: 'Ann & Co' }),
		sends: [
			{
				query: {
					'data[0][0]': PHONE,
					'data[0][1]': 'Ann & Co',
					'field_names[0]': 'phone',
					'field_names[1]': 'NAME',
					list_id: '17',
				},
				answer: { status: 'OK', result: imported },
			},
		],
		output: [{ ...imported, merged: 0 }],
	}),
	...rows('messagingServiceTemplates', 'template', 'get', {
		title: 'an ID',
		parameters: { templateId: byId(fromModel('id')) },
		items: input({ id: '5' }),
		sends: [{ query: { template_id: '5' }, answer: { status: 'OK', result: { id: 5 } } }],
		output: [{ id: 5 }],
	}),
];
