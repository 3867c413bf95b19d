import { readdirSync } from 'node:fs';
import { join } from 'node:path';
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
