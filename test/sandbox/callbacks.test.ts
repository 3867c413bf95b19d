import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Sandbox, startSandbox } from '../../sandbox';
import { call } from './call';

let sandbox: Sandbox;
let listener: Server;
let callback_url: string;
let callbackPort: number;
let called = 0;
beforeAll(async () => {
	listener = createServer((request, response) => {
		called += 1;
		request.resume();
		response.end();
	});
	await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
	callbackPort = (listener.address() as AddressInfo).port;
	callback_url = `http://127.0.0.1:${callbackPort}/hook`;
	sandbox = await startSandbox({ clock: 'manual', callbackPort });
});
beforeEach(() => {
	sandbox.reset();
	called = 0;
});
afterAll(async () => {
	await sandbox.close();
	listener.closeAllConnections();
	await new Promise((resolve) => listener.close(resolve));
});

const send = (name: string, messages: unknown, more: object = {}) =>
	call(sandbox, `/api/v1/${name}`, { json: { token: sandbox.token, ...more, messages } });
async function until(condition: () => boolean): Promise<void> {
	const end = Date.now() + 5_000;
	while (!condition()) {
		if (Date.now() > end) throw new Error('did not happen');
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}
const mailing = { alphaname_id: '1363', name: 'Sale', message_type: 'bulk', text: 'Hi' };

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
	expect(called).toBe(0);
});
