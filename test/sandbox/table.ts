import type { Sandbox } from '../../sandbox';
import { at, call } from './call';

/** A correct call of every operation, typed from the service's documentation. */
export interface Row {
	path: string;
	method: 'GET' | 'POST';
	query: Record<string, string>;
	form: Record<string, string>;
	/** Names that may be left out. */
	optional: string[];
	/** What the answer must look like. */
	answer: unknown;
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

export function rows(known: Known, token: string): Record<string, Row> {
	const row = (method: Row['method'], path: string) => {
		return (
			place: 'query' | 'form',
			sent: Record<string, string>,
			optional: string[],
			answer: unknown,
			other: Record<string, string> = {},
		): Row => {
			const own = { token, ...sent };
			const sides =
				place === 'query' ? { query: own, form: other } : { query: other, form: own };
			return { path: `/api/${path}`, method, optional, answer, ...sides };
		};
	};
	const sms = { sms_id: whole, status: 'NEW', parts: 1 };
	const letter = { sender_email: 'a@shop.example', subject: 'Hi', message: 'Text' };
	const letterMore = {
		sender_name: 'Shop',
		d_schedule: LATER,
		track_open: '1',
		track_click: '0',
	};
	const letterOptional = Object.keys(letterMore);
	const template = { id: whole, name: text, message: text, parts: 1 };
	const viber = {
		type_message: 'BUTTON',
		message: 'Hi',
		image_url: 'https://shop.example/a.png',
		button: 'Open',
		button_link: 'https://shop.example',
	};
	const viberOptional = ['type_message', 'message', 'image_url'];
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
	const schedule = ['messages[0][schedule_time]'];
	const message_id = known.prepared;
	return {
		sendBulkViber: row('POST', 'v1/sendBulkViber')(
			'query',
			{
				callback_url,
				...batch({
					'messages[0][content][type]': 'text',
					'messages[0][content][text]': 'Hello',
				}),
			},
			['callback_url', ...schedule],
			{ uuid: text, success: 'OK' },
		),
		statusBulkViber: row('POST', 'v1/statusBulkViber')(
			'query',
			{ uuid: known.viberBatch },
			[],
			[batchEntry],
		),
		sendQuickViberMessage: row('POST', 'v2/sendQuickViberMessage')(
			'form',
			{
				vibername_id: '21',
				phone: PHONE,
				...viber,
				forwarding_message: '1',
				forwarding_time: '5',
				alphaname_id: '1363',
			},
			[...viberOptional, 'forwarding_message', 'forwarding_time', 'alphaname_id'],
			ok({ message_id: whole }),
		),
		getViberDeliveryData: row('POST', 'v2/getViberDeliveryData')(
			'form',
			{ message_id: known.viberSingle },
			[],
			ok({ phone: PHONE, status: 'READ', error_code: 0 }),
		),
		sendViberMessageList: row('POST', 'v2/sendViberMessageList')(
			'form',
			{ name: 'N', vibername_id: '21', list_id: LIST, ...viber, d_schedule: LATER },
			['name', ...viberOptional, 'd_schedule'],
			ok({ message_id: whole, count_subscribers: 2 }),
		),
		confirmViberMessage: row('POST', 'v2/confirmViberMessage')('query', {}, [], ok(), {
			message_id: String(Number(known.viberMailing) + 1),
		}),
		getViberMessages: row('POST', 'v2/getViberMessages')(
			'query',
			{},
			Object.keys(page),
			ok(list),
			page,
		),
		getViberMessageData: row('POST', 'v2/getViberMessageData')('query', {}, [], ok(mailing), {
			message_id: known.viberMailing,
		}),
		getViberDeliveryList: row('POST', 'v2/getViberDeliveryList')(
			'form',
			{ message_id: known.viberMailing },
			[],
			ok([
				{ delivery_id: whole, phone: PHONE, status: 'READ', error_code: 0 },
				{ delivery_id: whole, phone: '37120000002', status: 'READ', error_code: 0 },
			]),
		),
		getNewIncomingMessages: row('POST', 'v2/getNewIncomingMessages')(
			'form',
			{ message_id: known.viberMailing },
			[],
			ok([{ id: known.reply, phone: PHONE, message: 'Yes', d_receiver: text }]),
		),
		readResponseStatus: row('POST', 'v2/readResponseStatus')(
			'form',
			{ incoming_messages: known.reply },
			[],
			ok('Messages flagged as read: 1'),
		),
		getTemplateMessages: row('POST', 'v2/getTemplateMessages')(
			'query',
			{},
			[],
			ok([
				{ id: 1002, name: 'Opening hours' },
				{ id: 1003, name: 'Greeting' },
			]),
		),
		getTemplateMessageById: row('POST', 'v2/getTemplateMessageById')(
			'query',
			{ template_id: TEMPLATE },
			[],
			ok(template),
		),
		createTemplateMessage: row('POST', 'v2/createTemplateMessage')(
			'form',
			{ name: 'N', message: 'M' },
			[],
			ok(template),
		),
		editTemplateMessage: row('POST', 'v2/editTemplateMessage')(
			'form',
			{ template_id: TEMPLATE, name: 'N', message: 'M' },
			[],
			ok({ id: 1003, name: 'N', message: 'M', parts: 1 }),
		),
		deleteTemplateMessage: row('POST', 'v2/deleteTemplateMessage')(
			'form',
			{ template_id: TEMPLATE },
			[],
			ok(),
		),
		createSubscriberList: row('POST', 'v2/createSubscriberList')(
			'query',
			{ name: 'New' },
			[],
			ok({ list_id: whole }),
		),
		getSubscriberLists: row('POST', 'v2/getSubscriberLists')(
			'query',
			{},
			[],
			ok([{ list_id: 1001, name: 'Customers', params: 'PHONE, EMAIL, NAME' }]),
		),
		importContacts: row('POST', 'v2/importContacts')(
			'query',
			{ list_id: LIST, 'field_names[0]': 'phone', 'data[0][0]': '37120000055' },
			[],
			ok({ inserted: 1, updated: 0, invalid: 0 }),
		),
		sendBulkSms: row('POST', 'v1/sendBulkSms')(
			'query',
			{ callback_url, ...batch({ 'messages[0][text]': 'Hello' }) },
			schedule,
			{ uuid: text, success: 'OK' },
		),
		statusBulkSms: row('POST', 'v1/statusBulkSms')(
			'query',
			{ uuid: known.smsBatch },
			[],
			[batchEntry],
		),
		sendQuickSMS: row('POST', 'v1/sendQuickSMS')(
			'query',
			{ message: 'Hi', phone: PHONE, alphaname_id: '1363', show_cost: '1' },
			['show_cost', 'forwarding_message', 'forwarding_time', 'vibername_id'],
			{ ...sms, cost: '0.05' },
			{ forwarding_message: '1', forwarding_time: '60', vibername_id: '21' },
		),
		sendOtpTelegram: row('POST', 'v1/sendOtpTelegram')(
			'query',
			{ message: '1234', phone: PHONE },
			[],
			sms,
		),
		sendOtpWhatsApp: row('POST', 'v1/sendOtpWhatsApp')(
			'query',
			{ message: '1234', phone: PHONE },
			[],
			sms,
		),
		createSmsMessage: row('GET', 'v1/createSmsMessage')(
			'query',
			{ name: 'N', message: 'Hello', alphaname_id: '1364', time: LATER },
			['name', 'alphaname_id', 'time'],
			{
				status: 'ok',
				parts: 1,
				len: 5,
				message_id: whole,
				alphaname: 'Bakery',
				time: Date.UTC(2030, 0, 31, 9, 30) / 1000,
			},
		),
		checkSMSMessageStatus: row('GET', 'v1/checkSMSMessageStatus')('query', { message_id }, [], {
			message_id: Number(message_id),
			status: 'moderated',
		}),
		sendSMS: row('GET', 'v1/sendSMS')('query', { message_id, phone: PHONE }, [], {
			sms_id: whole,
			status: 'NEW',
		}),
		checkSMS: row('GET', 'v1/checkSMS')('query', { sms_id: known.smsId }, [], {
			sms_id: Number(known.smsId),
			sent: whole,
			delivered: whole,
		}),
		getMessagesList: row('GET', 'v1/getMessagesList')('query', page, Object.keys(page), {
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
		getSmsDeliveryList: row('GET', 'v1/getSmsDeliveryList')(
			'query',
			{ message_id, ...page },
			Object.keys(page),
			{ result: [{ phone: Number(PHONE), status: 'delivered', d_sent: text }] },
		),
		sendSmsList: row('POST', 'v1/sendSmsList')(
			'form',
			{ name: 'N', message: 'M', d_schedule: LATER, list_id: LIST, alphaname_id: '1363' },
			[],
			{ message_id: whole, status: 'NEW', count_phones: 2 },
		),
		confirmSendMessageByList: row('POST', 'v1/confirmSendMessageByList')(
			'form',
			{ message_id: known.smsMailing, confirm: '1' },
			[],
			expect.objectContaining({ message_id: Number(known.smsMailing), status: 'SENT' }),
		),
		getSMSMessages: row('GET', 'v1/getSMSMessages')('query', { type: 'API' }, ['type'], {
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
		}),
		sendEmail: row('POST', 'v2/sendEmail')(
			'form',
			{ ...letter, ...letterMore, email: 'b@shop.example' },
			letterOptional,
			ok({ email_id: whole }),
		),
		sendEmailByList: row('POST', 'v2/sendEmailByList')(
			'form',
			{ name: 'N', list_id: LIST, ...letter, ...letterMore },
			['name', ...letterOptional],
			ok({ message_id: whole, count_emails: 2 }),
		),
		getEmailDeliveryList: row('POST', 'v2/getEmailDeliveryList')(
			'form',
			{ message_id: known.emailMailing },
			[],
			ok([
				{ email_id: text, email: 'anna@shop.example', status: 'OPEN', error: '' },
				{ email_id: text, email: 'bruno@shop.example', status: 'OPEN', error: '' },
			]),
		),
		sendBulkEmail: row('POST', 'v2/sendBulkEmail')(
			'form',
			{
				name: 'N',
				message_type: 'bulk',
				...letter,
				...letterMore,
				'delivery_list[0]': 'c@shop.example',
			},
			['name', 'message_type', ...letterOptional],
			ok({ uuid: text }),
		),
		statusBulkEmail: row('POST', 'v2/statusBulkEmail')(
			'form',
			{ uuid: known.emailBatch },
			[],
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
		unsubscribeEmail: row('POST', 'v2/unsubscribeEmail')(
			'form',
			{ email: 'b@shop.example', list_ids: LIST, reason: 'Enough' },
			['list_ids', 'reason'],
			ok(),
		),
		subscribeEmail: row('POST', 'v2/subscribeEmail')(
			'form',
			{ email: 'b@shop.example', list_ids: LIST },
			['list_ids'],
			ok(),
		),
		getEmailTemplates: row('POST', 'v2/getEmailTemplates')(
			'query',
			{},
			[],
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
	const letter = { sender_email: 'a@shop.example', subject: 'Hi {name}', message: 'Text' };
	const toList = form({ ...letter, list_id: LIST });
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
	const bulk = form({ ...letter, ...addresses });
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
