import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../../sandbox';
import { optionsFrom } from '../../sandbox/environment';
import { at, call } from './call';
import { PHONE } from './table';

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

test('controls messages, requests, replies, time, faults and reset over HTTP', async () => {
	await viber();
	expect((await own(`messages?to=${PHONE}`)).body).toMatchObject([{ to: PHONE, status: 'NEW' }]);
	expect((await own('messages?to=1')).body).toEqual([]);
	await own('advance', { ms: 5_000 });
	expect((await own('messages')).body).toMatchObject([{ status: 'READ' }]);
	expect((await own('reply', { phone: PHONE, text: 'Yes' })).body).toMatchObject({ text: 'Yes' });
	expect((await own('replies')).body).toMatchObject([{ phone: PHONE, read: false }]);
	expect((await own('reply', { phone: '1', text: 'Yes' })).status).toBe(400);
	await own('faults', { operation: '*', kind: '500', times: 'forever' });
	expect((await viber()).status).toBe(500);
	expect((await own('faults', { kind: 'other' })).status).toBe(400);
	expect((await own('faults', { kind: '500', tims: 2 })).status).toBe(400);
	await call(sandbox, '/_sandbox/faults', { method: 'DELETE' });
	expect((await viber()).status).toBe(200);
	expect(at((await own('state')).body, 'sent')).toBe(2);
	await own('reset', {});
	expect([sandbox.messages, sandbox.requests, sandbox.replies]).toEqual([[], [], []]);
});

test('sets over HTTP what is not delivered, until the next reset', async () => {
	const statusesAfter = async (recipients: unknown) => {
		const put = { method: 'PUT', json: { recipients } };
		expect((await call(sandbox, '/_sandbox/undeliverable', put)).status).toBe(200);
		await viber();
		sandbox.advance(1_000);
		return sandbox.messages.at(-1)?.status;
	};
	expect(await statusesAfter([PHONE])).toBe('UNDELIVERED');
	expect(at((await own('state')).body, 'undeliverable')).toEqual([PHONE]);
	expect(await statusesAfter(['37129999999'])).toBe('DELIVERED');
	expect(await statusesAfter(['*'])).toBe('UNDELIVERED');
	await own('reset', {});
	expect(sandbox.state.undeliverable).toEqual([]);
	for (const recipients of [PHONE, [1], undefined]) {
		const put = { method: 'PUT', json: { recipients } };
		expect((await call(sandbox, '/_sandbox/undeliverable', put)).status).toBe(400);
	}
});

test('takes from the environment what is not delivered, and rejects a port that is none', () => {
	const { undeliverable } = optionsFrom({
		SANDBOX_UNDELIVERABLE: `${PHONE}, anna@shop.example,`,
	});
	expect(undeliverable).toEqual([PHONE, 'anna@shop.example']);
	expect(optionsFrom({})).toMatchObject({ port: 8085, callbackPort: 0, undeliverable: [] });
	for (const port of ['x', '-1', '70000', '80.5']) {
		const message = `SANDBOX_CALLBACK_PORT is "${port}", which is not a port number.`;
		expect(() => optionsFrom({ SANDBOX_CALLBACK_PORT: port })).toThrow(message);
	}
});

test('lists rejected requests with the reason, and lost responses with the fault', async () => {
	await viber();
	await viber('wrong');
	await own('faults', { kind: '500', after: true });
	await viber();
	await own('faults', { kind: 'cut' });
	await viber().catch(() => undefined);
	await own('faults', { kind: 'slow', delayMs: 1 });
	await viber();
	const { body } = await own('requests?rejected=true');
	expect(body).toMatchObject([
		{ error: 'Invalid token', status: 403 },
		{ error: 'Fault 500, after it took effect', status: 500 },
		{ error: 'Fault cut', fault: 'cut' },
	]);
	expect((await own('faults')).body).toEqual([]);
});

test('lists what waits for its time, with the time', async () => {
	const d_schedule = new Date(sandbox.state.now + 7_200_000).toISOString().slice(0, 16);
	const email = { sender_email: 'a@b.example', email: 'c@d.example', subject: 'S', message: 'M' };
	const form = { token: sandbox.token, ...email, d_schedule: d_schedule.replace('T', ' ') };
	await call(sandbox, '/api/v2/sendEmail', { form });
	const scheduledAt = Date.parse(`${d_schedule}Z`);
	const waiting = [expect.objectContaining({ to: 'c@d.example', scheduledAt, sentAt: 0 })];
	expect([sandbox.scheduled, (await own('scheduled')).body]).toEqual([waiting, waiting]);
	expect((await own('messages')).body).toEqual([]);
	sandbox.advance(7_200_000);
	expect([sandbox.scheduled, sandbox.messages]).toMatchObject([[], [{ scheduledAt: null }]]);
});

test('repeats no ID after a reset', async () => {
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

test('the log redacts the token and shows where it was sent', async () => {
	await viber();
	await viber('another');
	const query = { token: sandbox.token, uuid: 'x' };
	await call(sandbox, '/api/v1/statusBulkSms', { query });
	await call(sandbox, '/api/v1/sendBulkSms', { json: { token: sandbox.token, messages: [] } });
	await call(sandbox, '/api/v1/nothing', {});
	const { body } = await own('requests');
	expect(body).toMatchObject([
		{ operation: 'sendQuickViberMessage', tokenIn: 'form', fields: { token: '<token>' } },
		{ tokenIn: 'form', fields: { token: '<token>', message: 'Token <token>' }, status: 403 },
		{ operation: 'statusBulkSms', tokenIn: 'query', query: { uuid: 'x' }, status: 400 },
		{ operation: 'sendBulkSms', tokenIn: 'json', json: { token: '<token>' } },
		{ operation: null, tokenIn: 'none', status: 404, path: '/api/v1/nothing' },
	]);
	expect(JSON.stringify(body)).not.toContain('very-secret');
	expect(JSON.stringify(body)).not.toContain('another');
	for (let i = 0; i < 30; i += 1) await call(sandbox, '/api/v1/nothing', {});
	expect(sandbox.requests.length).toBeLessThanOrEqual(11);
});

test('the page loads nothing from elsewhere and does not contain the token', async () => {
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

test('the event stream reports each message that is sent', async () => {
	const stream = await fetch(`${sandbox.url}/_sandbox/events`);
	const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
	await viber();
	let text = '';
	while (!text.includes('event: messages')) text += (await reader?.read())?.value ?? '';
	expect(text).toContain('"status":"NEW"');
	await reader?.cancel();
});

describe('options', () => {
	test.each([
		[200, 'map', { '0': 'System name', '1363': 'Shop', '1364': 'Bakery' }],
		[
			401,
			'array',
			[
				{ id: 0, name: 'System name' },
				{ id: 1363, name: 'Shop' },
				{ id: 1364, name: 'Bakery' },
			],
		],
		[
			403,
			'envelope',
			{
				status: 'OK',
				result: expect.arrayContaining([{ id: 1363, name: 'Shop' }]) as unknown,
			},
		],
		[403, 'missing', { error: 'Page not found' }],
	] as const)(
		'an invalid token gets a %d, and sender names have the shape %s',
		async (status, namesShape, names) => {
			const other = await startSandbox({ invalidTokenStatus: status, namesShape });
			const get = (token: string) =>
				call(other, '/api/v1/getAlphanames', { method: 'GET', query: { token } });
			expect((await get(other.token)).body).toEqual(names);
			const wrong = await get('wrong');
			expect([wrong.status, wrong.body]).toEqual([status, { error: 'Invalid token' }]);
			const id = await call(other, '/api/v1/getAlphanameId', {
				method: 'GET',
				query: { token: other.token, name: 'Shop' },
			});
			if (namesShape === 'map') expect(id.body).toEqual({ id: 1363 });
			for (const [version, place] of [
				['v1', 'query'],
				['v2', 'form'],
			] as const) {
				const viberNames = await call(other, `/api/${version}/getVibernames`, {
					[place]: { token: other.token },
				});
				expect(viberNames.status).toBe(namesShape === 'missing' ? 404 : 200);
			}
			await other.close();
		},
	);

	test('fails if the port is in use', async () => {
		const port = Number(new URL(sandbox.url).port);
		await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
	});
});
