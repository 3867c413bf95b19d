import type { Sandbox } from '../../sandbox';
import { at, call } from './call';

export const PHONE = '37120000001';
export const LIST = '1001';

/** The identifiers of what was prepared. */
export interface Prepared {
	prepared: string;
	smsMailing: string;
	smsId: string;
	viberMailing: string;
	viberSingle: string;
	emailMailing: string;
	smsBatch: string;
	viberBatch: string;
	emailBatch: string;
}

/** Sends one of everything and lets it arrive, so that every operation has something to read. */
export async function prepare(sandbox: Sandbox): Promise<Prepared> {
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
	sandbox.reply(PHONE, 'Yes');
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
		smsBatch,
		viberBatch,
		emailBatch,
	};
}
