import { type ContractRow, byId, input, ok, PHONE, rowsOf } from '../row';

/** Returns a field that the model fills in, as the editor saves it. */
const fromModel = (name: string, type = 'string') =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`\`, '${type}') }}`;

const columns = {
	...{ mappingMode: 'defineBelow', matchingColumns: [], schema: [] },
	value: { phone: fromModel('phone'), NAME: fromModel('name') },
};
const imported = { inserted: 1, updated: 0, invalid: 0 };
const picture = 'https://example.com/a.png?x=1&y=2';

/**
 * Rows with arguments of a model in every kind of field. The arguments are also in the input item.
 */
export const toolRows: ContractRow[] = [
	rowsOf(['messagingServiceSms', 'message', 'send'], { sms_id: 9001 })(
		'every field, one of them in an option',
		{
			...{ sender: byId(fromModel('sender', 'number')), phone: fromModel('phone') },
			message: `=${fromModel('greeting').slice(1)}, your order is ready`,
			options: { showCost: fromModel('cost', 'boolean') },
		},
		{
			query: {
				...{ alphaname_id: '1363', phone: PHONE, show_cost: '1' },
				message: 'Привіт 👋, your order is ready',
			},
		},
		{ items: input({ sender: 1363, phone: `+${PHONE}`, greeting: 'Привіт 👋', cost: true }) },
	),
	rowsOf(['messagingServiceSms', 'message', 'getAll'], { result: [{ id: 1 }] })(
		'how many records to read',
		{ limit: fromModel('limit', 'number') },
		{ query: { limit_offset: '0', limit_rows: '1' } },
		{ items: input({ limit: 1 }) },
	),
	rowsOf(['messagingServiceViber', 'message', 'send'], ok({ message_id: 5 }))(
		'the kind of message and its picture',
		{
			...{ sender: byId('77'), phone: fromModel('phone'), contentType: 'image' },
			...{ imageSource: 'url', imageUrl: fromModel('picture') },
		},
		{ form: { image_url: picture, phone: PHONE, type_message: 'IMAGE', vibername_id: '77' } },
		{ items: input({ phone: PHONE, picture }) },
	),
	rowsOf(['messagingServiceVerification', 'code', 'sendWhatsApp'], { sms_id: 1 })(
		'a phone and a code',
		{ phone: fromModel('phone'), generateCode: false, code: fromModel('code') },
		{ query: { message: '0042', phone: PHONE } },
		{ items: input({ phone: PHONE, code: '0042' }) },
	),
	rowsOf(['messagingServiceVerification', 'code', 'sendSms'], { sms_id: 1 })(
		'a phone and a text with a code',
		{
			...{ sender: byId('77'), phone: fromModel('phone'), message: fromModel('text') },
			...{ generateCode: false, code: '0042' },
		},
		{ query: { alphaname_id: '77', message: 'Ваш код 0042', phone: PHONE } },
		{ items: input({ phone: PHONE, text: 'Ваш код {code}' }) },
	),
	rowsOf(['messagingServiceEmail', 'message', 'send'], ok({ email_id: 70 }))(
		'an email and an option',
		{
			...{ senderEmail: 'shop@example.com', email: fromModel('to') },
			...{ subject: fromModel('subject'), message: fromModel('html') },
			options: { trackOpens: fromModel('track', 'boolean') },
		},
		{
			form: {
				...{ email: 'ann@example.com', message: '<p>Ї</p>', subject: 'Hi & bye' },
				...{ sender_email: 'shop@example.com', track_open: '0' },
			},
		},
		{
			items: input({
				...{ to: 'ann@example.com', subject: 'Hi & bye', html: '<p>Ї</p>' },
				track: false,
			}),
		},
	),
	rowsOf(['messagingServiceContacts', 'contact', 'import'], ok(imported))(
		'the list and the columns of a contact',
		{ listId: byId(fromModel('list', 'number')), columns },
		{
			query: {
				...{ 'data[0][0]': PHONE, 'data[0][1]': 'Ann & Co', list_id: '17' },
				...{ 'field_names[0]': 'phone', 'field_names[1]': 'NAME' },
			},
		},
		{
			items: input({ list: 17, phone: PHONE, name: 'Ann & Co' }),
			output: [{ ...imported, merged: 0 }],
		},
	),
	rowsOf(['messagingServiceTemplates', 'template', 'get'], ok({ id: 5 }))(
		'an ID',
		{ templateId: byId(fromModel('id')) },
		{ query: { template_id: '5' } },
		{ items: input({ id: '5' }) },
	),
];
