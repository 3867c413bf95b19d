import type { Sandbox } from '../../sandbox';
import { type ApiOperation, type ApiOperationName, apiTable } from '../contract/apiTable';
import { at, call } from './call';

export const apiNames = Object.keys(apiTable) as ApiOperationName[];

/** A correct call of an operation, its parameters where the API's table has them. */
export interface Row {
	path: string;
	method: 'GET' | 'POST';
	query: Record<string, string>;
	form: Record<string, string>;
	/** Names that may be left out. */
	optional: string[];
	/** What the response must look like. */
	response: unknown;
}

export interface Known {
	prepared: string;
	smsMailing: string;
	smsId: string;
	viberMailing: string;
	viberSingle: string;
	emailMailing: string;
	reply: string;
	smsBatch: string;
	viberBatch: string;
	emailBatch: string;
}

export const PHONE = '37120000001';
export const LIST = '1001';
export const TEMPLATE = '1003';
export const LATER = '2030-01-31 09:30';
const whole = expect.any(Number) as unknown;
const text = expect.any(String) as unknown;
const list = expect.any(Array) as unknown;
export const ok = (result?: unknown) =>
	result === undefined ? { status: 'OK' } : { status: 'OK', result };

/** What a call sends and gets, typed from the service's documentation. */
interface Call {
	values: Record<string, string>;
	response: unknown;
	/** Optional by the table, but not together with the other values here. */
	needed: string[];
}
const sends = (values: Call['values'], response: unknown, ...needed: string[]): Call => ({
	values,
	response,
	needed,
});

/** `messages[0][name]` is `messages[].name` in the API's table. */
const tableName = (name: string): string =>
	name.replace(/\[\d+\]/g, '[]').replace(/\[(\w+)\]/g, '.$1');

/** A correct call of every operation. */
export function rows(known: Known, token: string): Map<ApiOperationName, Row> {
	const row = (name: ApiOperationName, { values, response, needed }: Call): Row => {
		const { method, path, parameters }: ApiOperation = apiTable[name];
		const result: Row = { method, path, query: {}, form: {}, optional: [], response };
		for (const [key, value] of Object.entries({ token, ...values })) {
			const parameter = parameters.find((one) => one.name === tableName(key));
			if (!parameter || parameter.place === 'file') throw new Error(`${name} has no ${key}`);
			result[parameter.place][key] = value;
			if (!parameter.required && !needed.includes(key)) result.optional.push(key);
		}
		return result;
	};
	return new Map(apiNames.map((name) => [name, row(name, callsOf(known)[name])]));
}

function callsOf(known: Known): Record<ApiOperationName, Call> {
	const sms = { sms_id: whole, status: 'NEW', parts: 1 };
	const email = { sender_email: 'a@shop.example', subject: 'Hi', message: 'Text' };
	const emailOptions = {
		sender_name: 'Shop',
		d_schedule: LATER,
		track_open: '1',
		track_click: '0',
	};
	const template = { id: whole, name: text, message: text, parts: 1 };
	const viber = {
		type_message: 'BUTTON',
		message: 'Hi',
		image_url: 'https://shop.example/a.png',
		button: 'Open',
		button_link: 'https://shop.example',
	};
	const page = { limit_offset: '0', limit_rows: '5' };
	const mailing = {
		message_id: whole,
		message_type: 'TEXT',
		message: 'Hello {NAME}',
		button_caption: '',
		button_link: '',
		image_file: '',
		status: 'SENT',
		d_create: text,
		d_schedule: text,
		cost: expect.stringMatching(/^\d+\.\d{5} EUR$/) as unknown,
	};
	const batch = (messages: Record<string, string>) => ({
		'messages[0][alphaname_id]': '1363',
		'messages[0][name]': 'Batch',
		'messages[0][message_type]': 'bulk',
		'messages[0][schedule_time]': '2030-01-31T09:30:00',
		'messages[0][delivery_list][0]': PHONE,
		...messages,
	});
	const callback_url = 'http://callback.example/';
	const batchEntry = { message_id: whole, name: 'Batch', alphaname_id: 1363, success: list };
	const message_id = known.prepared;
	return {
		sendBulkViber: sends(
			{
				callback_url,
				...batch({
					'messages[0][content][type]': 'text',
					'messages[0][content][text]': 'Hello',
				}),
			},
			{ uuid: text, success: 'OK' },
			'messages[0][delivery_list][0]',
			'messages[0][content][text]',
		),
		statusBulkViber: sends({ uuid: known.viberBatch }, [batchEntry]),
		sendQuickViberMessage: sends(
			{
				vibername_id: '21',
				phone: PHONE,
				...viber,
				forwarding_message: '1',
				forwarding_time: '5',
				alphaname_id: '1363',
			},
			ok({ message_id: whole }),
			'button',
			'button_link',
		),
		getViberDeliveryData: sends(
			{ message_id: known.viberSingle },
			ok({ phone: PHONE, status: 'READ', error_code: 0 }),
		),
		sendViberMessageList: sends(
			{ name: 'N', vibername_id: '21', list_id: LIST, ...viber, d_schedule: LATER },
			ok({ message_id: whole, count_subscribers: 2 }),
			'button',
			'button_link',
		),
		confirmViberMessage: sends({ message_id: String(Number(known.viberMailing) + 1) }, ok()),
		getViberMessages: sends(page, ok(list)),
		getViberMessageData: sends({ message_id: known.viberMailing }, ok(mailing)),
		getViberDeliveryList: sends(
			{ message_id: known.viberMailing },
			ok([
				{ delivery_id: whole, phone: PHONE, status: 'READ', error_code: 0 },
				{ delivery_id: whole, phone: '37120000002', status: 'READ', error_code: 0 },
			]),
		),
		getNewIncomingMessages: sends(
			{ message_id: known.viberMailing },
			ok([{ id: known.reply, phone: PHONE, message: 'Yes', d_receiver: text }]),
		),
		readResponseStatus: sends(
			{ incoming_messages: known.reply },
			ok('Messages flagged as read: 1'),
		),
		getTemplateMessages: sends(
			{},
			ok([
				{ id: 1002, name: 'Opening hours' },
				{ id: 1003, name: 'Greeting' },
			]),
		),
		getTemplateMessageById: sends({ template_id: TEMPLATE }, ok(template)),
		createTemplateMessage: sends({ name: 'N', message: 'M' }, ok(template)),
		editTemplateMessage: sends(
			{ template_id: TEMPLATE, name: 'N', message: 'M' },
			ok({ id: 1003, name: 'N', message: 'M', parts: 1 }),
		),
		deleteTemplateMessage: sends({ template_id: TEMPLATE }, ok()),
		createSubscriberList: sends({ name: 'New' }, ok({ list_id: whole })),
		getSubscriberLists: sends(
			{},
			ok([{ list_id: 1001, name: 'Customers', params: 'PHONE, EMAIL, NAME' }]),
		),
		importContacts: sends(
			{ list_id: LIST, 'field_names[0]': 'phone', 'data[0][0]': '37120000055' },
			ok({ inserted: 1, updated: 0, invalid: 0 }),
		),
		sendBulkSms: sends(
			{ callback_url, ...batch({ 'messages[0][text]': 'Hello' }) },
			{ uuid: text, success: 'OK' },
			'messages[0][delivery_list][0]',
			'messages[0][text]',
		),
		statusBulkSms: sends({ uuid: known.smsBatch }, [batchEntry]),
		sendQuickSMS: sends(
			{
				message: 'Hi',
				phone: PHONE,
				alphaname_id: '1363',
				show_cost: '1',
				forwarding_message: '1',
				forwarding_time: '60',
				vibername_id: '21',
			},
			{ ...sms, cost: '0.05' },
		),
		sendOtpTelegram: sends({ message: '1234', phone: PHONE }, sms),
		sendOtpWhatsApp: sends({ message: '1234', phone: PHONE }, sms),
		createSmsMessage: sends(
			{ name: 'N', message: 'Hello', alphaname_id: '1364', time: LATER },
			{
				status: 'ok',
				parts: 1,
				len: 5,
				message_id: whole,
				alphaname: 'Bakery',
				time: Date.UTC(2030, 0, 31, 9, 30) / 1000,
			},
		),
		checkSMSMessageStatus: sends(
			{ message_id },
			{
				message_id: Number(message_id),
				status: 'moderated',
			},
		),
		sendSMS: sends(
			{ message_id, phone: PHONE },
			{
				sms_id: whole,
				status: 'NEW',
			},
		),
		checkSMS: sends(
			{ sms_id: known.smsId },
			{
				sms_id: Number(known.smsId),
				sent: whole,
				delivered: whole,
				status: 'DELIVERED',
			},
		),
		getMessagesList: sends(page, {
			result: [
				{
					message_id: Number(message_id),
					message: 'Prepared',
					parts: 1,
					d_create: text,
					status: 'moderated',
				},
			],
		}),
		getSmsDeliveryList: sends(
			{ message_id, ...page },
			{ result: [{ phone: Number(PHONE), status: 'delivered', d_sent: text }] },
		),
		sendSmsList: sends(
			{ name: 'N', message: 'M', d_schedule: LATER, list_id: LIST, alphaname_id: '1363' },
			{ message_id: whole, status: 'NEW', count_phones: 2 },
		),
		confirmSendMessageByList: sends(
			{ message_id: known.smsMailing, confirm: '1' },
			expect.objectContaining({ message_id: Number(known.smsMailing), status: 'SENT' }),
		),
		getSMSMessages: sends(
			{ type: 'API' },
			{
				status: 'success',
				data: [
					expect.objectContaining({ name: 'Batch', sms_delivered: '1', status: 'SENT' }),
					{
						id: Number(known.smsMailing),
						name: 'SMS mailing',
						d_create: whole,
						d_schedule: whole,
						type: 'API',
						parts: '1',
						count_phones: 2,
						status: 'NEW',
						sms_delivered: '0',
						cost: '0.10',
						alphaname: 'Shop',
					},
				],
			},
		),
		sendEmail: sends(
			{ ...email, ...emailOptions, email: 'b@shop.example' },
			ok({ email_id: whole }),
		),
		sendEmailByList: sends(
			{ name: 'N', list_id: LIST, ...email, ...emailOptions },
			ok({ message_id: whole, count_emails: 2 }),
		),
		getEmailDeliveryList: sends(
			{ message_id: known.emailMailing },
			ok([
				{ email_id: text, email: 'anna@shop.example', status: 'OPEN', error: '' },
				{ email_id: text, email: 'bruno@shop.example', status: 'OPEN', error: '' },
			]),
		),
		sendBulkEmail: sends(
			{
				name: 'N',
				message_type: 'bulk',
				...email,
				...emailOptions,
				'delivery_list[0]': 'c@shop.example',
			},
			ok({ uuid: text }),
			'subject',
			'message',
			'delivery_list[0]',
		),
		statusBulkEmail: sends(
			{ uuid: known.emailBatch },
			ok([
				{
					message_id: text,
					name: text,
					sender_email: 'a@shop.example',
					sender_name: '',
					success: [
						{
							email_id: text,
							recipient: 'c@shop.example',
							status: 'OPEN',
							error: null,
						},
					],
					errors: [{ email: 'nobody', error: 'Invalid email' }],
				},
			]),
		),
		unsubscribeEmail: sends(
			{ email: 'b@shop.example', list_ids: LIST, reason: 'Enough' },
			ok(),
		),
		subscribeEmail: sends({ email: 'b@shop.example', list_ids: LIST }, ok()),
		getEmailTemplates: sends(
			{},
			ok([
				{ id: 31, title: 'Newsletter' },
				{ id: 32, title: 'Order confirmation' },
			]),
		),
	};
}

/** Sends one of everything and lets it arrive, so that every operation has something to read. */
export async function prepare(sandbox: Sandbox): Promise<Known> {
	const { token } = sandbox;
	const id = async (path: string, parts: Parameters<typeof call>[2], ...where: string[]) =>
		String(at((await call(sandbox, path, parts)).body, ...where));
	const get = (query: Record<string, string>) => ({ method: 'GET', query: { token, ...query } });
	const form = (fields: Record<string, string>) => ({ form: { token, ...fields } });
	const prepared = await id(
		'/api/v1/createSmsMessage',
		get({ message: 'Prepared' }),
		'message_id',
	);
	await call(sandbox, '/api/v1/sendSMS', get({ message_id: prepared, phone: PHONE }));
	const smsId = await id(
		'/api/v1/sendQuickSMS',
		{ query: { token, message: 'Hi', phone: PHONE, alphaname_id: '1363' } },
		'sms_id',
	);
	const smsList = { name: 'SMS mailing', message: 'Hi', d_schedule: '2020-01-31 09:30' };
	const smsMailing = await id(
		'/api/v1/sendSmsList',
		form({ ...smsList, list_id: LIST, alphaname_id: '1363' }),
		'message_id',
	);
	const viber = form({ vibername_id: '21', list_id: LIST, message: 'Hello {NAME}' });
	const viberMailing = await id('/api/v2/sendViberMessageList', viber, 'result', 'message_id');
	await call(sandbox, '/api/v2/sendViberMessageList', viber);
	const confirm = { query: { token }, form: { message_id: viberMailing } };
	await call(sandbox, '/api/v2/confirmViberMessage', confirm);
	const reply = String(sandbox.reply(PHONE, 'Yes').id);
	const single = form({ vibername_id: '21', phone: PHONE, message: 'Hi' });
	const viberSingle = await id('/api/v2/sendQuickViberMessage', single, 'result', 'message_id');
	const email = { sender_email: 'a@shop.example', subject: 'Hi {name}', message: 'Text' };
	const toList = form({ ...email, list_id: LIST });
	const emailMailing = await id('/api/v2/sendEmailByList', toList, 'result', 'message_id');
	const batch = (more: Record<string, unknown>) => ({
		json: {
			token,
			callback_url: 'http://callback.example/',
			messages: [
				{
					alphaname_id: '1363',
					name: 'Batch',
					message_type: 'bulk',
					delivery_list: [PHONE],
					...more,
				},
			],
		},
	});
	const smsBatch = await id('/api/v1/sendBulkSms', batch({ text: 'Hi' }), 'uuid');
	const content = { type: 'text', text: 'Hi' };
	const viberBatch = await id('/api/v1/sendBulkViber', batch({ content }), 'uuid');
	const addresses = { 'delivery_list[0]': 'c@shop.example', 'delivery_list[1]': 'nobody' };
	const bulk = form({ ...email, ...addresses });
	const emailBatch = await id('/api/v2/sendBulkEmail', bulk, 'result', 'uuid');
	sandbox.advance(10_000);
	return {
		prepared,
		smsMailing,
		smsId,
		viberMailing,
		viberSingle,
		emailMailing,
		reply,
		smsBatch,
		viberBatch,
		emailBatch,
	};
}
