import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Sandbox, startSandbox } from '../../sandbox';
import { share } from '../support/thorough';
import { at, call } from './call';

let sandbox: Sandbox;
let listener: Server;
let callback_url: string;
let callbackPort: number;
let called: Array<{ method?: string; type?: string; body: unknown }> = [];
beforeAll(async () => {
	listener = createServer((request, response) => {
		let text = '';
		request.on('data', (chunk) => (text += String(chunk)));
		request.on('end', () => {
			const { method, headers } = request;
			called.push({ method, type: headers['content-type'], body: text && JSON.parse(text) });
			response.end();
		});
	});
	await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
	callbackPort = (listener.address() as AddressInfo).port;
	callback_url = `http://127.0.0.1:${callbackPort}/hook`;
	sandbox = await startSandbox({ clock: 'manual', callbackPort });
});
beforeEach(() => {
	sandbox.reset();
	called = [];
});
afterAll(async () => {
	await sandbox.close();
	listener.closeAllConnections();
	await new Promise((resolve) => listener.close(resolve));
});

const send = (name: string, messages: unknown, more: object = {}) =>
	call(sandbox, `/api/v1/${name}`, { json: { token: sandbox.token, ...more, messages } });
const status = async (name: string, body: unknown) =>
	(
		await call(sandbox, `/api/v1/${name}`, {
			query: { token: sandbox.token, uuid: String(at(body, 'uuid')) },
		})
	).body;
async function until(condition: () => boolean): Promise<void> {
	const end = Date.now() + 5_000;
	while (!condition()) {
		if (Date.now() > end) throw new Error('did not happen');
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}
const mailing = { alphaname_id: '1363', name: 'Sale', message_type: 'bulk', text: 'Hi' };

test('adds entries with a delay, calls the callback and advances the statuses', async () => {
	const messages = [{ ...mailing, delivery_list: ['37120000001', '37120000002'] }];
	const { body } = await send('sendBulkSms', messages, { callback_url });
	expect(await status('statusBulkSms', body)).toEqual([]);
	sandbox.advance(300);
	await until(() => called.length > 0);
	const success = [
		{
			delivery_id: expect.any(Number) as unknown,
			phone: '37120000001',
			status: 'NEW',
			status_time: expect.stringMatching(
				/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/,
			) as unknown,
		},
		expect.objectContaining({ phone: '37120000002' }),
	];
	const entry = { message_id: expect.any(Number) as unknown, name: 'Sale', alphaname_id: 1363 };
	expect(called).toEqual([
		{ method: 'POST', type: 'application/json', body: [{ ...entry, success }] },
	]);
	sandbox.advance(1_000);
	expect(at(await status('statusBulkSms', body), 0, 'success', 0, 'status')).toBe('DELIVERED');
	await until(() => sandbox.state.callbacks[0].outcome === 200);
});

test('advances with the real clock', async () => {
	const real = await startSandbox({ paceMs: 30, batchDelayMs: 10, callbackPort });
	const messages = [{ ...mailing, delivery_list: ['37120000001'] }];
	await call(real, '/api/v1/sendBulkSms', {
		json: { token: real.token, callback_url, messages },
	});
	await until(() => called.length === 1);
	await until(() => real.messages[0]?.status === 'DELIVERED');
	await real.close();
});

test('calls back after the messages are delivered, if there is time for it', async () => {
	const late = await startSandbox({ clock: 'manual', callbackPort, callbackDelayMs: 3_000 });
	const messages = [{ ...mailing, delivery_list: ['37120000001'] }];
	const json = { token: late.token, callback_url, messages };
	await call(late, '/api/v1/sendBulkSms', { json });
	late.advance(3_299);
	expect(late.state.callbacks).toEqual([]);
	late.advance(1);
	await until(() => called.length === 1);
	expect(called[0].body).toMatchObject([{ success: [{ status: 'DELIVERED' }] }]);
	await late.close();
});

test('calls back only the port that it was told of', async () => {
	const messages = [{ ...mailing, delivery_list: ['37120000001'] }];
	const others = [
		'http://shop.example/hook',
		`http://shop.example:${callbackPort}/hook`,
		`https://127.0.0.1:${callbackPort}/hook`,
		`http://127.0.0.1:${Number(new URL(sandbox.url).port)}/_sandbox/reset`,
		'http://localhost/hook',
	];
	for (const url of [...others, callback_url.replace('127.0.0.1', 'localhost')]) {
		await send('sendBulkSms', messages, { callback_url: url });
	}
	sandbox.advance(300);
	await until(() => sandbox.state.callbacks.every(({ outcome }) => outcome !== 'pending'));
	expect(sandbox.state.callbacks.map(({ outcome }) => outcome)).toEqual([
		...others.map(() => 'not called: not the port of n8n'),
		200,
	]);
});

test('calls back nobody if it was told of no port', async () => {
	const alone = await startSandbox({ batchDelayMs: 0 });
	const messages = [{ ...mailing, delivery_list: ['37120000001'] }];
	const json = { token: alone.token, callback_url, messages };
	await call(alone, '/api/v1/sendBulkSms', { json });
	await until(() => alone.state.callbacks.length > 0);
	await alone.close();
	expect(alone.state.callbacks).toMatchObject([{ outcome: 'not called: not the port of n8n' }]);
	expect(called).toEqual([]);
});

const sent = async (phone: string, path = '') => {
	const messages = [{ ...mailing, delivery_list: [phone] }];
	await send('sendBulkSms', messages, { callback_url: callback_url + path });
};
const control = async (path: string, json: object) =>
	(await call(sandbox, `/_sandbox/${path}`, { method: 'PUT', json })).status;

test.each([
	[{ method: 'GET' }, ['GET']],
	[{ times: 2 }, ['POST', 'POST']],
	[{ times: 0 }, []],
] as const)('calls back as it is told: %j', async (plan, methods) => {
	expect(await control('callbacks', plan)).toBe(200);
	await sent('37120000001');
	sandbox.advance(300);
	await until(() => sandbox.state.callbacks.every(({ outcome }) => outcome === 200));
	expect(called.map(({ method }) => method)).toEqual(methods);
	sandbox.reset();
	await sent('37120000001');
	sandbox.advance(300);
	await until(() => called.length === methods.length + 1);
});

test('calls back before the response of the batch, or the last batch first', async () => {
	sandbox.callbacks({ when: 'immediately' });
	await sent('37120000001');
	await until(() => called.length === 1);
	expect(called[0].body).toEqual([]);
	sandbox.callbacks({ order: 'reverse' });
	await sent('37120000001', '?n=1');
	sandbox.advance(100);
	await sent('37120000002', '?n=2');
	sandbox.advance(1_000);
	const urls = sandbox.state.callbacks.map(({ url }) => new URL(url).search);
	expect(urls).toEqual(['', '?n=2', '?n=1']);
});

test.each([{ method: 'PUT' }, { times: -1 }, { times: 'two' }, { when: 'later' }, { retries: 1 }])(
	'rejects %j as a way to call back',
	async (plan) => expect(await control('callbacks', plan)).toBe(400),
);

test('records a callback that fails', async () => {
	const free = await startSandbox({ batchDelayMs: 0, callbackPort: 1 });
	const messages = [{ ...mailing, delivery_list: ['37120000001'] }];
	const json = { token: free.token, callback_url: 'http://127.0.0.1:1/hook', messages };
	await call(free, '/api/v1/sendBulkSms', { json });
	await until(() => free.state.callbacks[0]?.outcome === 'failed');
	await free.close();
});

test('a Viber batch sends valid mailings and reports invalid ones', async () => {
	const head = { alphaname_id: '1363', name: 'Sale', message_type: 'bulk' };
	const link = { phone: '37120000002', text: 'For you', button_link: 'https://shop.example/2' };
	const picture = 'https://shop.example/a.png';
	const image = (image_url: string) => ({ type: 'image', image_url });
	const button = { type: 'button', image_url: picture, caption: 'Open' };
	const { body } = await send('sendBulkViber', [
		{
			...head,
			name: 'Bad',
			content: image('http://localhost/a.png'),
			delivery_list: ['37120000001'],
		},
		{ ...head, content: image(picture), delivery_list: ['37120000001'] },
		{ ...head, message_type: 'personal', content: button, delivery_list: [link] },
	]);
	sandbox.advance(300);
	expect(sandbox.messages).toMatchObject([
		{ to: '37120000001', text: '', image: picture, button: null },
		{
			to: '37120000002',
			text: 'For you',
			image: picture,
			button: { caption: 'Open', link: 'https://shop.example/2' },
		},
	]);
	expect(await status('statusBulkViber', body)).toMatchObject([
		{ errors: ['Bad: the content URL is invalid'] },
		{ name: 'Sale', success: [{ phone: '37120000001' }] },
		{ name: 'Sale', success: [{ phone: '37120000002' }] },
	]);
});

test('handles many recipients in one batch and many single sends quickly', async () => {
	const recipients = share(100_000, 20_000);
	const singles = share(2_000, 500);
	const started = Date.now();
	const delivery_list = Array.from({ length: recipients }, (_, i) => String(37120000000 + i));
	const { body } = await send('sendBulkSms', [{ ...mailing, delivery_list }], { callback_url });
	sandbox.advance(300);
	expect(sandbox.state.sent).toBe(recipients);
	await until(() => called.length === 1);
	expect(at(await status('statusBulkSms', body), 0, 'success', recipients - 1, 'phone')).toBe(
		String(37120000000 + recipients - 1),
	);
	for (let done = 0; done < singles; done += 50) {
		await Promise.all(
			Array.from({ length: 50 }, (_, i) =>
				call(sandbox, '/api/v1/sendQuickSMS', {
					query: {
						token: sandbox.token,
						message: 'Hi',
						phone: String(37130000000 + done + i),
						alphaname_id: '1363',
					},
				}),
			),
		);
	}
	expect(sandbox.state.sent).toBe(recipients + singles);
	expect(sandbox.maxInFlight).toBeGreaterThan(1);
	expect(Date.now() - started).toBeLessThan(30_000);
}, 60_000);
