import { type Sandbox, startSandbox } from '../../sandbox';
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
	for (const path of ['/', '/inbox.css', '/inbox.js', '/conversation.js']) {
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
		[200, 'map', { '1363': 'Shop', '1364': 'Bakery' }],
		[
			401,
			'array',
			[
				{ id: 1363, name: 'Shop' },
				{ id: 1364, name: 'Bakery' },
			],
		],
		[
			403,
			'envelope',
			{ status: 'OK', result: [{ id: 1363, name: 'Shop' }, expect.anything()] },
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
