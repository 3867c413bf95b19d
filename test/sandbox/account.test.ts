import { type Sandbox, startSandbox } from '../../sandbox';
import type { ShownAccount } from '../../sandbox/server/accountView';
import { at, call, type Parts } from './call';
import { LIST, PHONE } from './table';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ clock: 'manual' });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const account = async () =>
	(await call(sandbox, '/_sandbox/account', { method: 'GET' })).body as ShownAccount;

async function api(path: string, parts: Parts): Promise<unknown> {
	const { status, body } = await call(sandbox, `/api/${path}`, parts);
	expect(status).toBe(200);
	return body;
}
const post = (path: string, values: Record<string, string>) =>
	api(path, { form: { token: sandbox.token, ...values } });
const inQuery = (path: string, values: Record<string, string>) =>
	api(path, { query: { token: sandbox.token, ...values } });

const create = async (name: string, d_schedule = '2020-01-01 00:00') => {
	const content = { name, message: 'Hi {NAME}', list_id: LIST, alphaname_id: '1363', d_schedule };
	return String(at(await post('v1/sendSmsList', content), 'message_id'));
};
const confirm = (message_id: string) =>
	post('v1/confirmSendMessageByList', { message_id, confirm: '1' });

test('shows mailings to lists: those that wait for a confirmation first, then the newest', async () => {
	await create('First');
	await confirm(await create('Second'));
	await confirm(await create('Third', '2099-01-01 00:00'));
	const { mailings, batches } = await account();
	expect(batches).toEqual({ total: 0, rows: [] });
	expect(mailings).toMatchObject({
		total: 3,
		rows: [
			{
				name: 'First',
				status: 'NEW',
				list: 'Customers',
				recipients: { total: 0 },
				reaches: 2,
			},
			{ name: 'Third', status: 'CONFIRMED', scheduledAt: Date.UTC(2099, 0, 1) },
			{ name: 'Second', status: 'SENT', recipients: { total: 2 }, text: 'Hi {NAME}' },
		],
	});
	expect(mailings.rows[2].recipients.rows[0]).toMatchObject({ to: PHONE, text: 'Hi Anna' });
});

test('shows batches with their recipients and rejects, and none of them as a mailing', async () => {
	const head = { alphaname_id: '0', name: 'Sale', message_type: 'bulk' };
	const content = { type: 'image', image_url: 'http://127.0.0.1/x.png' };
	const delivery_list = [PHONE, '37120000002'];
	const send = (name: string, mailing: object) => {
		const messages = [{ ...head, ...mailing, delivery_list }];
		return api(`v1/${name}`, { json: { token: sandbox.token, callback_url: '', messages } });
	};
	await send('sendBulkSms', { text: 'Hi' });
	await send('sendBulkViber', { content });
	expect((await account()).batches.rows.map(({ isDone }) => isDone)).toEqual([false, false]);
	sandbox.advance(2_000);
	const { mailings, batches } = await account();
	expect(mailings.total).toBe(0);
	const recipients = { total: 2, rows: [{ to: PHONE, text: 'Hi', status: 'DELIVERED' }, {}] };
	expect(batches).toMatchObject({
		total: 2,
		rows: [
			{
				isDone: true,
				entries: [{ mailing: null, errors: ['Sale: the content URL is invalid'] }],
			},
			{
				isDone: true,
				entries: [{ mailing: { sender: 'System name', recipients }, errors: [] }],
			},
		],
	});
});

test('shows the columns and contacts of a list after an import, the newest first', async () => {
	const columns = { 'field_names[0]': 'phone', 'field_names[1]': 'city' };
	const data = { 'data[0][0]': '37120000009', 'data[0][1]': 'Riga' };
	await inQuery('v2/importContacts', { list_id: LIST, ...columns, ...data });
	await inQuery('v2/createSubscriberList', { name: 'Empty' });
	expect((await account()).lists).toMatchObject({
		total: 2,
		rows: [
			{ name: 'Empty', columns: ['PHONE', 'EMAIL'], contacts: { total: 0, rows: [] } },
			{
				name: 'Customers',
				columns: ['PHONE', 'EMAIL', 'NAME', 'CITY'],
				contacts: {
					total: 3,
					rows: [
						['37120000009', '', '', 'Riga'],
						['37120000002', 'bruno@shop.example', 'Bruno', ''],
						[PHONE, 'anna@shop.example', 'Anna', ''],
					],
				},
			},
		],
	});
});

test('shows templates and senders', async () => {
	await post('v2/createTemplateMessage', { name: 'Late', message: 'x'.repeat(161) });
	const { templates, emailTemplates, smsSenders, viberSenders } = await account();
	expect(templates).toMatchObject({ total: 3, rows: [{ name: 'Late', parts: 2 }, {}, {}] });
	expect(emailTemplates).toContainEqual({ id: 31, name: 'Newsletter' });
	expect(smsSenders[0]).toEqual({ id: 0, name: 'System name' });
	expect(viberSenders[0]).toEqual({ id: 21, name: 'Shop' });
});

test('shows the first 50 of many, and how many there are', async () => {
	for (let n = 0; n < 51; n++) await create(`Mailing ${n}`);
	const columns = { 'field_names[0]': 'phone' };
	const data = Array.from({ length: 60 }, (_, n) => [`data[${n}][0]`, String(37130000000 + n)]);
	await inQuery('v2/importContacts', { list_id: LIST, ...columns, ...Object.fromEntries(data) });
	await confirm(await create('All'));
	const { mailings, lists } = await account();
	expect([mailings.total, mailings.rows.length]).toEqual([52, 50]);
	expect([lists.rows[0].contacts.total, lists.rows[0].contacts.rows.length]).toEqual([62, 50]);
});

test('the event stream reports what changes besides messages', async () => {
	const stream = await fetch(`${sandbox.url}/_sandbox/events`);
	const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
	await create('Waits');
	let text = '';
	while (!text.includes('event: account')) text += (await reader?.read())?.value ?? '';
	expect(text).not.toContain('event: messages');
	await reader?.cancel();
});
