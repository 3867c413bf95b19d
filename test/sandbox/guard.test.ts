import { request } from 'node:http';
import { type Sandbox, startSandbox } from '../../sandbox';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ clock: 'manual' });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const port = () => new URL(sandbox.url).port;

/** `fetch` sets Host itself: this sends whatever header a browser or an attacker may send. */
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

test('every path rejects a foreign Host', async () => {
	for (const path of everywhere()) {
		for (const host of foreignHosts()) {
			expect([path, host, await statusOf(path, { host })]).toEqual([path, host, 403]);
		}
	}
});

test('every path rejects a foreign Origin', async () => {
	const origins = [...foreignHosts().map((host) => `http://${host}`), 'null', 'file://', ''];
	for (const path of everywhere()) {
		for (const origin of [...origins, `https://127.0.0.1:${port()}`]) {
			const status = await statusOf(path, { origin });
			expect([path, origin, status]).toEqual([path, origin, 403]);
		}
	}
});

test('accepts its names with its port, as Host and as Origin', async () => {
	for (const host of own()) {
		for (const origin of own()) {
			const headers = { host, origin: `http://${origin}`, 'sec-fetch-site': 'same-origin' };
			expect([await statusOf('/', headers), await statusOf(prepare(), headers)]).toEqual([
				200, 200,
			]);
		}
	}
});

test('a foreign page sends nothing, neither with a form nor with an image', async () => {
	const form = { origin: 'https://attacker.example', 'sec-fetch-site': 'cross-site' };
	expect(await statusOf(send(), form, 'POST')).toBe(403);
	for (const site of ['cross-site', 'same-site']) {
		expect(await statusOf(prepare(), { 'sec-fetch-site': site })).toBe(403);
	}
	expect(await statusOf('/_sandbox/reset', form, 'POST')).toBe(403);
	expect([sandbox.messages, sandbox.requests]).toEqual([[], []]);
	expect(await statusOf(send(), {}, 'POST')).toBe(200);
});

test('a foreign page reads nothing, in whatever way it writes the URL', async () => {
	const written = [
		'/_sandbox/messages',
		'/%5fsandbox/messages',
		'/%5Fsandbox/%6dessages',
		'/_sandbox%2Fmessages',
		'/./_sandbox/messages',
		'//_sandbox/messages',
		`http://127.0.0.1:${port()}/_sandbox/messages`,
		prepare().replace('/api', '/%61pi'),
		prepare().replace('/v1', '/%76%31'),
	];
	const read = await Promise.all(
		written.map((path) => statusOf(path, { 'sec-fetch-site': 'cross-site' })),
	);
	// Only what is no route at all gets the same response as everywhere: there is no such page.
	expect(read.filter((status) => status !== 403 && status !== 404)).toEqual([]);
	expect(read.slice(0, 3)).toEqual([403, 403, 403]);
	expect(await statusOf(written[1], {})).toBe(200);
	expect(sandbox.requests).toEqual([]);
});

test('a link on a foreign page opens the inbox', async () => {
	const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
	expect(await statusOf('/', link)).toBe(200);
});
