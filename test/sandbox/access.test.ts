import { readdirSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../../sandbox';
import { listen } from '../support/listen';
import { until } from '../support/until';
import { at, call, PHONE } from './call';

describe('the access to the sandbox', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ clock: 'manual' });
	});
	beforeEach(() => sandbox.reset());
	afterAll(() => sandbox.close());

	const port = () => new URL(sandbox.url).port;

	/**
	 * `fetch` sets Host itself. This function sends any header, as a browser or an attacker may.
	 */
	async function statusOf(path: string, headers: Record<string, string>, method = 'GET') {
		return await new Promise<number | undefined>((resolve, reject) => {
			const options = { method, headers, agent: false };
			const call = request(sandbox.url, { ...options, path }, (response) => {
				response.destroy();
				resolve(response.statusCode);
			});
			call.on('error', reject).end();
		});
	}

	const send = () =>
		`/api/v1/sendQuickSMS?token=${sandbox.token}&phone=37120000001&alphaname_id=1363&message=Hi`;
	const prepare = () => `/api/v1/createSmsMessage?token=${sandbox.token}&message=Hi`;
	const paths = ['/', '/inbox.js', '/favicon.ico', '/_sandbox/messages', '/_sandbox/events'];
	const everywhere = () => [...paths, '/_sandbox/state', prepare(), '/elsewhere', '//api/'];

	const own = () => ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port()}`);
	const foreignHosts = () => [
		'attacker.example',
		`attacker.example:${port()}`,
		`127.0.0.1.attacker.example:${port()}`,
		`127.0.0.1:${port()}@attacker.example`,
		'127.0.0.1',
		'localhost:1',
	];

	test('is rejected on every path for a foreign Host or Origin', async () => {
		const origins = [...foreignHosts().map((host) => `http://${host}`), 'null', 'file://', ''];
		const headers = [
			...foreignHosts().map((host) => ({ host })),
			...[...origins, `https://127.0.0.1:${port()}`].map((origin) => ({ origin })),
		];
		for (const path of everywhere()) {
			for (const header of headers) {
				const status = await statusOf(path, header as Record<string, string>);
				expect([path, header, status]).toEqual([path, header, 403]);
			}
		}
	});

	test('gives a foreign page nothing to read, however it writes the URL', async () => {
		const written = [
			...['/_sandbox/messages', '/%5fsandbox/messages', '/%5Fsandbox/%6dessages'],
			...['/_sandbox%2Fmessages', '/./_sandbox/messages', '//_sandbox/messages'],
			`http://127.0.0.1:${port()}/_sandbox/messages`,
			...[prepare().replace('/api', '/%61pi'), prepare().replace('/v1', '/%76%31')],
		];
		const read = await Promise.all(
			written.map((path) => statusOf(path, { 'sec-fetch-site': 'cross-site' })),
		);
		// A path without a route gets the usual 404.
		expect(read.filter((status) => status !== 403 && status !== 404)).toEqual([]);
		expect(read.slice(0, 3)).toEqual([403, 403, 403]);
		expect(await statusOf(written[1], {})).toBe(200);
		expect(sandbox.requests).toEqual([]);
	});

	test('is allowed for its own names with its port, as Host and as Origin', async () => {
		for (const host of own()) {
			for (const origin of own()) {
				const site = { 'sec-fetch-site': 'same-origin' };
				const headers = { host, origin: `http://${origin}`, ...site };
				expect(await statusOf('/', headers)).toBe(200);
				expect(await statusOf(prepare(), headers)).toBe(200);
			}
		}
	});

	test('lets a foreign page send nothing, neither with a form nor with an image', async () => {
		const form = { origin: 'https://attacker.example', 'sec-fetch-site': 'cross-site' };
		expect(await statusOf(send(), form, 'POST')).toBe(403);
		for (const site of ['cross-site', 'same-site']) {
			expect(await statusOf(prepare(), { 'sec-fetch-site': site })).toBe(403);
		}
		expect(await statusOf('/_sandbox/reset', form, 'POST')).toBe(403);
		expect([sandbox.messages, sandbox.requests]).toEqual([[], []]);
		expect(await statusOf(send(), {}, 'POST')).toBe(200);
	});

	test('lets a link on a foreign page open the inbox', async () => {
		const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
		expect(await statusOf('/', link)).toBe(200);
	});
});

test.each([true, false])(
	'the sandbox calls back only the port that it was started with: %s',
	async (isTold) => {
		let called = 0;
		const listening = await listen(
			createServer((_request, response) => {
				called += 1;
				response.end();
			}),
		);
		const callbackPort = Number(new URL(listening.url).port);
		const sandbox = await startSandbox({ batchDelayMs: 0, ...(isTold && { callbackPort }) });
		const own = `${listening.url}/hook`;
		const others = [
			'http://shop.example/hook',
			`http://shop.example:${callbackPort}/hook`,
			`https://127.0.0.1:${callbackPort}/hook`,
			`${sandbox.url}/_sandbox/reset`,
			'http://localhost/hook',
		];
		const mailing = { alphaname_id: '1363', name: 'Sale', message_type: 'bulk', text: 'Hi' };
		const messages = [{ ...mailing, delivery_list: [PHONE] }];
		for (const callback_url of [...others, own.replace('127.0.0.1', 'localhost')]) {
			const json = { token: sandbox.token, callback_url, messages };
			await call(sandbox, '/api/v1/sendBulkSms', { json });
		}
		const outcomes = () => sandbox.state.callbacks.map(({ outcome }) => outcome);
		const isOver = () => outcomes().length > others.length && !outcomes().includes('pending');
		await until('the callbacks are over', 60, isOver);
		const refused = 'not called: its port is not the port of n8n';
		expect(outcomes()).toEqual([...others.map(() => refused), isTold ? 200 : refused]);
		expect(called).toBe(isTold ? 1 : 0);
		await sandbox.close();
		await listening.close();
	},
);

describe('the sandbox', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ clock: 'manual', token: 'very-secret', logLimit: 10 });
	});
	beforeEach(() => sandbox.reset());
	afterAll(() => sandbox.close());

	const own = (path: string, json?: unknown) =>
		call(sandbox, `/_sandbox/${path}`, json === undefined ? { method: 'GET' } : { json });
	const viber = (token = sandbox.token) =>
		call(sandbox, '/api/v2/sendQuickViberMessage', {
			form: { token, vibername_id: '21', phone: PHONE, message: 'Token very-secret' },
		});

	test('does not repeat an ID after a reset', async () => {
		const seen: unknown[] = [];
		for (let round = 0; round < 3; round++) {
			for (let n = 0; n < 2; n++) seen.push(at((await viber()).body, 'result', 'message_id'));
			seen.push(...sandbox.messages.map(({ id }) => `delivery ${id}`));
			seen.push(`reply ${sandbox.reply(PHONE, 'Yes').id}`);
			sandbox.reset();
		}
		expect(new Set(seen).size).toBe(seen.length);
		expect(sandbox.state.lists[0].id).toBe(1001);
	});

	test('redacts the token in its log, and shows where it was sent', async () => {
		await viber();
		await viber('another');
		const query = { token: sandbox.token, uuid: 'x' };
		await call(sandbox, '/api/v1/statusBulkSms', { query });
		await call(sandbox, '/api/v1/sendBulkSms', {
			json: { token: sandbox.token, messages: [] },
		});
		await call(sandbox, '/api/v1/nothing', {});
		const { body } = await own('requests');
		expect(body).toMatchObject([
			{ operation: 'sendQuickViberMessage', tokenIn: 'form', fields: { token: '<token>' } },
			{
				tokenIn: 'form',
				fields: { token: '<token>', message: 'Token <token>' },
				status: 403,
			},
			{ operation: 'statusBulkSms', tokenIn: 'query', query: { uuid: 'x' }, status: 400 },
			{ operation: 'sendBulkSms', tokenIn: 'json', json: { token: '<token>' } },
			{ operation: null, tokenIn: 'none', status: 404, path: '/api/v1/nothing' },
		]);
		expect(JSON.stringify(body)).not.toContain('very-secret');
		expect(JSON.stringify(body)).not.toContain('another');
		for (let i = 0; i < 30; i += 1) await call(sandbox, '/api/v1/nothing', {});
		expect(sandbox.requests.length).toBeLessThanOrEqual(11);
	});

	test('has a page that loads nothing from elsewhere and does not contain the token', async () => {
		await viber();
		const files = readdirSync(join(__dirname, '..', '..', 'sandbox', 'page'));
		const paths = files.map((name) => `/${name === 'index.html' ? '' : name}`);
		for (const path of paths) {
			const answer = await fetch(`${sandbox.url}${path}`);
			const text = await answer.text();
			expect([path, answer.status]).toEqual([path, 200]);
			expect(text).not.toMatch(/https?:\/\//);
			expect(text).not.toContain('innerHTML');
			expect(text).not.toContain('very-secret');
		}
	});
});
