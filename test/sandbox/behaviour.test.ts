import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox';
import { at, call } from './call';
import { LIST, PHONE } from './table';

let sandbox: Sandbox;
const start = async (options: SandboxOptions = {}) => {
	sandbox = await startSandbox({ clock: 'manual', paceMs: 1_000, ...options });
};
afterEach(() => sandbox.close());

type Fields = Record<string, string>;
const get = async (name: string, query: Fields = {}) =>
	(
		await call(sandbox, `/api/v1/${name}`, {
			method: 'GET',
			query: { token: sandbox.token, ...query },
		})
	).body;
const form = async (name: string, fields: Fields = {}) =>
	(await call(sandbox, `/api/${name}`, { form: { token: sandbox.token, ...fields } })).body;
const query = async (name: string, fields: Fields = {}, own: Fields = {}) =>
	(
		await call(sandbox, `/api/${name}`, {
			query: { token: sandbox.token, ...fields },
			form: own,
		})
	).body;
const id = (body: unknown, ...path: string[]) => String(at(body, ...path));
const minute = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
const sms = { message: 'Hi', phone: PHONE, alphaname_id: '1363' };

describe('an SMS', () => {
	test('is sent, then delivered', async () => {
		await start();
		const sms_id = id(await query('v1/sendQuickSMS', sms), 'sms_id');
		const sent = Math.floor(sandbox.state.now / 1000);
		const status = 'SENT';
		const times = { sent, delivered: 0 };
		expect(await get('checkSMS', { sms_id })).toEqual({ sms_id: +sms_id, ...times, status });
		sandbox.advance(1_000);
		const delivered = { delivered: sent + 1, status: 'DELIVERED' };
		expect(await get('checkSMS', { sms_id })).toMatchObject(delivered);
		expect(sandbox.messages).toEqual([
			expect.objectContaining({ channel: 'sms', to: PHONE, text: 'Hi', status: 'DELIVERED' }),
		]);
		expect(sandbox.deliveriesTo(PHONE)).toBe(1);
	});

	test('has a status while it waits for its time, and if it is not delivered', async () => {
		await start({ undeliverable: [PHONE] });
		const time = minute(sandbox.state.now + 120_000);
		const message_id = id(await get('createSmsMessage', { message: 'x', time }), 'message_id');
		const sms_id = id(await get('sendSMS', { message_id, phone: PHONE }), 'sms_id');
		const check = () => get('checkSMS', { sms_id });
		expect(await check()).toMatchObject({ sent: 0, delivered: 0, status: 'NEW' });
		sandbox.advance(121_000);
		expect(await check()).toMatchObject({ delivered: 0, status: 'UNDELIVERED' });
	});

	test('has the name of the system with the sender 0, whatever way it is sent', async () => {
		await start();
		const alphaname_id = '0';
		await query('v1/sendQuickSMS', { ...sms, alphaname_id });
		const prepared = await get('createSmsMessage', { message: 'x', alphaname_id });
		expect(prepared).toMatchObject({ alphaname: 'System name' });
		const list = { name: 'N', message: 'x', list_id: '1001', d_schedule: '2020-01-01 00:00' };
		const mailing = await form('v1/sendSmsList', { ...list, alphaname_id });
		await form('v1/confirmSendMessageByList', {
			message_id: id(mailing, 'message_id'),
			confirm: '1',
		});
		const batch = { alphaname_id, name: 'N', message_type: 'bulk', text: 'Hi' };
		const messages = [{ ...batch, delivery_list: [PHONE] }];
		const json = { token: sandbox.token, callback_url: '', messages };
		expect((await call(sandbox, '/api/v1/sendBulkSms', { json })).status).toBe(200);
		sandbox.advance(1_000);
		expect(sandbox.messages.map(({ sender }) => sender)).toEqual(
			Array.from({ length: 4 }, () => 'System name'),
		);
		expect(await query('v1/sendQuickSMS', { ...sms, alphaname_id: '00' })).toHaveProperty(
			'error',
		);
	});

	test('is sent at its scheduled time if it was prepared, and listed in pages', async () => {
		await start();
		const time = minute(sandbox.state.now + 120_000);
		const message_id = id(await get('createSmsMessage', { message: 'x', time }), 'message_id');
		for (const phone of ['37120000003', '37120000004', '37120000005']) {
			await get('sendSMS', { message_id, phone });
		}
		expect([sandbox.messages, await get('getSmsDeliveryList', { message_id })]).toEqual([
			[],
			{ result: [] },
		]);
		sandbox.advance(120_000);
		const page = { message_id, limit_offset: '1', limit_rows: '1' };
		const body = await get('getSmsDeliveryList', page);
		expect(at(body, 'result')).toEqual([
			{ phone: 37120000004, status: expect.any(String), d_sent: `${time}:00` },
		]);
	});

	test('mailing gets a 400 without balance, and is debited with balance', async () => {
		await start({ balance: 0.15 });
		const list = { name: 'N', d_schedule: '2020-01-01 10:00', list_id: LIST };
		const create = async () =>
			id(
				await form('v1/sendSmsList', { ...list, message: '{name}!', alphaname_id: '1363' }),
				'message_id',
			);
		const [first, second] = [await create(), await create()];
		const confirm = (message_id: string) =>
			form('v1/confirmSendMessageByList', { message_id, confirm: '1' });
		expect(await confirm(first)).toMatchObject({ status: 'SENT', count_phones: 2 });
		expect(sandbox.messages.map(({ text }) => text)).toEqual(['Anna!', 'Bruno!']);
		expect(await confirm(first)).toEqual({ error: 'message_id: already confirmed' });
		expect(await confirm(second)).toEqual({ error: expect.stringContaining('Insufficient') });
		expect(sandbox.state.balance).toBeCloseTo(0.05);
	});

	test('mailing list returns a 406 if there is nothing of the type', async () => {
		await start();
		const list = () =>
			call(sandbox, '/api/v1/getSMSMessages', {
				method: 'GET',
				query: { token: sandbox.token, type: 'WEB' },
			});
		expect((await list()).status).toBe(406);
		sandbox.sendFromWeb('Sale', 'Hello');
		expect((await list()).body).toMatchObject({ data: [{ name: 'Sale', type: 'WEB' }] });
	});
});

describe('a Viber message', () => {
	const quick = { vibername_id: '21', phone: PHONE, message: 'Hi' };
	test('changes from NEW to READ, and its reply is listed until it is marked as read', async () => {
		await start();
		const sent = await form('v2/sendQuickViberMessage', quick);
		const message_id = id(sent, 'result', 'message_id');
		const seen: unknown[] = [];
		for (let step = 0; step < 3; step += 1) {
			seen.push(
				at(await form('v2/getViberDeliveryData', { message_id }), 'result', 'status'),
			);
			sandbox.advance(1_000);
		}
		expect(seen).toEqual(['NEW', 'DELIVERED', 'READ']);
		const reply = sandbox.reply(PHONE, 'Yes');
		const unread = () => form('v2/getNewIncomingMessages', { message_id });
		expect(at(await unread(), 'result', 0)).toMatchObject({
			id: `${reply.id}`,
			message: 'Yes',
		});
		const flag = { incoming_messages: `${reply.id},${reply.id}` };
		expect(at(await form('v2/readResponseStatus', flag), 'result')).toMatch(/: 1$/);
		expect(at(await form('v2/readResponseStatus', flag), 'result')).toMatch(/: 0$/);
		expect(await unread()).toEqual({ status: 'OK', result: [] });
		expect(() => sandbox.reply('37129999999', 'x')).toThrow('no Viber message');
	});

	test('is forwarded in both directions if it is not delivered', async () => {
		await start({ undeliverable: [PHONE] });
		const forward = { forwarding_message: '1', forwarding_time: '5' };
		await form('v2/sendQuickViberMessage', { ...quick, ...forward, alphaname_id: '1364' });
		await query('v1/sendQuickSMS', sms, { ...forward, vibername_id: '22' });
		await form('v2/sendQuickViberMessage', { ...quick, ...forward, phone: '37120000008' });
		sandbox.advance(299_000);
		expect(sandbox.messages.map(({ status }) => status)).toEqual([
			'UNDELIVERED',
			'UNDELIVERED',
			'READ',
		]);
		sandbox.advance(10_000);
		expect(sandbox.messages.slice(3)).toMatchObject([
			{ channel: 'sms', sender: 'Bakery', forwarded: true, status: 'DELIVERED' },
			{ channel: 'viber', sender: 'Bakery', forwarded: true, status: 'READ' },
		]);
	});

	test('of a mailing is debited at confirmation and sent at its scheduled time', async () => {
		await start();
		const d_schedule = minute(sandbox.state.now + 3_600_000);
		const list = { vibername_id: '21', list_id: LIST, message: 'Hello {NAME}', d_schedule };
		const message_id = id(await form('v2/sendViberMessageList', list), 'result', 'message_id');
		const status = async () =>
			at(await query('v2/getViberMessageData', {}, { message_id }), 'result', 'status');
		expect(await status()).toBe('NEW');
		await query('v2/confirmViberMessage', {}, { message_id });
		expect([await status(), sandbox.messages.length]).toEqual(['CONFIRMED', 0]);
		expect(sandbox.state.balance).toBeCloseTo(1_000 - 0.06);
		sandbox.advance(3_600_000);
		expect([await status(), sandbox.messages.length]).toEqual(['SENT', 2]);
		await form('v2/sendViberMessageList', list);
		const page = await query('v2/getViberMessages', {}, { limit_offset: '1', limit_rows: '1' });
		expect(at(page, 'result')).toMatchObject([{ message_id: +message_id }]);
	});
});

describe('an email', () => {
	const letter = { sender_email: 'a@shop.example', subject: 'Hi {name}', message: 'x' };
	const sendToList = async () =>
		at(await form('v2/sendEmailByList', { ...letter, list_id: LIST }), 'result');
	test('skips addresses that have unsubscribed', async () => {
		await start({ undeliverable: ['bruno@shop.example'] });
		const email = 'anna@shop.example';
		await form('v2/unsubscribeEmail', { email, list_ids: LIST });
		expect(await sendToList()).toMatchObject({ count_emails: 1 });
		await form('v2/subscribeEmail', { email });
		await form('v2/unsubscribeEmail', { email });
		expect(await sendToList()).toMatchObject({ count_emails: 1 });
		await form('v2/subscribeEmail', { email, list_ids: LIST });
		const sent = await sendToList();
		expect(sent).toMatchObject({ count_emails: 2 });
		sandbox.advance(5_000);
		const message_id = id(sent, 'message_id');
		expect(at(await form('v2/getEmailDeliveryList', { message_id }), 'result')).toMatchObject([
			{ email, status: 'OPEN', error: '' },
			{ status: 'UNDELIVERED', error: 'Mailbox does not exist' },
		]);
		expect(sandbox.messages.at(-2)).toMatchObject({ subject: 'Hi Anna' });
	});

	test('never becomes OPEN without tracking, and keeps its attachment', async () => {
		await start();
		const { status } = await call(sandbox, '/api/v2/sendEmail', {
			form: { token: sandbox.token, ...letter, email: 'a@b.example', track_open: '0' },
			files: { attachment: { filename: 'a.pdf', type: 'application/pdf', bytes: '1234' } },
		});
		sandbox.advance(10_000);
		expect([status, sandbox.messages]).toMatchObject([
			200,
			[{ status: 'DELIVERED', attachment: { filename: 'a.pdf', size: 4 } }],
		]);
	});

	test('batch with personal messages needs no shared subject and message', async () => {
		await start();
		const person = (i: number) => ({
			[`delivery_list[${i}][email]`]: `p${i}@shop.example`,
			[`delivery_list[${i}][subject]`]: `S${i}`,
			[`delivery_list[${i}][message]`]: `M${i}`,
		});
		const all = { sender_email: 'a@shop.example', message_type: 'personal', ...person(0) };
		const sent = await form('v2/sendBulkEmail', { ...all, ...person(1) });
		const uuid = id(sent, 'result', 'uuid');
		expect(await form('v2/statusBulkEmail', { uuid })).toEqual({ status: 'OK', result: [] });
		sandbox.advance(300);
		expect(sandbox.messages).toMatchObject([
			{ to: 'p0@shop.example', subject: 'S0', text: 'M0' },
			{ to: 'p1@shop.example', subject: 'S1', text: 'M1' },
		]);
	});
});

test('an import inserts, updates by phone or email, and logs invalid contacts', async () => {
	await start();
	const cells = [
		['37120000001', '', 'Anne'],
		['', 'BRUNO@shop.example', 'Bruno'],
		['37120000003', '', 'Carl'],
		['12', '', 'Dora'],
		['', '', 'Eve'],
	];
	const names = ['phone', 'email', 'city'].map((name, i) => [`field_names[${i}]`, name]);
	const data = cells.flatMap((row, c) => row.map((cell, i) => [`data[${c}][${i}]`, cell]));
	const filled = data.filter(([key, cell]) => cell !== '' || key === 'data[4][0]');
	const fields = Object.fromEntries([...names, ...filled]) as Fields;
	const body = await query('v2/importContacts', { list_id: LIST, ...fields });
	expect(at(body, 'result')).toEqual({
		inserted: 1,
		updated: 2,
		invalid: 2,
		log: [
			{ index: 3, error_message: 'Invalid phone' },
			{ index: 4, error_message: 'Neither phone nor email given' },
		],
	});
	expect(sandbox.state.lists[0].contacts).toMatchObject([
		{ PHONE: '37120000001', EMAIL: 'anna@shop.example', CITY: 'Anne' },
		{ PHONE: '37120000002', CITY: 'Bruno' },
		{ PHONE: '37120000003', CITY: 'Carl' },
	]);
	const lists = await query('v2/getSubscriberLists');
	expect(at(lists, 'result', 0, 'params')).toBe('PHONE, EMAIL, NAME, CITY');
});
