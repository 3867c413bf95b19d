import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { people, sendSms } from '../support/operations';
import { json, type RawService, startRaw } from '../support/rawService';
import { run } from '../support/sandboxHarness';

jest.setTimeout(30_000);

let raw: RawService;
afterEach(async () => await raw.close());

const SENT = { sms_id: 7, status: 'NEW', parts: 1 };
const body =
	(text: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
	(_request, response) => {
		response.writeHead(200, { 'content-type': 'application/json', ...headers });
		response.end(text);
	};

/** Writes a bit of the response every 200 ms, longer than any timeout. */
const dripping =
	(head: string, drop: string): RequestListener =>
	(_request, response) => {
		response.socket?.write(head);
		const drip = setInterval(() => response.socket?.write(drop), 200);
		response.once('close', () => clearInterval(drip));
	};

async function answered(answer: RequestListener, options = {}, more = {}) {
	raw = await startRaw(answer);
	const result = await run(raw, { ...sendSms(options), items: people(1), ...more });
	return { ...result, description: (result.error as { description?: string })?.description };
}

const successes: Array<[string, RequestListener]> = [
	['gzip', body(gzipSync(JSON.stringify(SENT)), { 'content-encoding': 'gzip' })],
	['no content type', body(JSON.stringify(SENT), { 'content-type': '' })],
	['201', json(SENT, 201)],
	['half a megabyte besides', json({ ...SENT, more: 'x'.repeat(500_000) })],
];

test.each(successes)('reads a response with %s', async (_, answer) => {
	const { error, items } = await answered(answer);
	expect([error, items[0]?.json.sms_id]).toEqual([undefined, 7]);
});

const notRead: Array<[string, RequestListener]> = [
	[
		'another charset in the header',
		body(JSON.stringify(SENT), { 'content-type': 'a/b; charset=cp1251' }),
	],
	[
		'gzip that is cut',
		body(gzipSync('{"sms_id":7}').subarray(0, 20), { 'content-encoding': 'gzip' }),
	],
	['no HTTP', (_request, response) => response.socket?.end('hello\r\n\r\n')],
	['an ID that is null', json({ sms_id: null, status: 'NEW' })],
	['a message that is no error', json({ message: 'Queued' })],
	['204', (_request, response) => response.writeHead(204).end()],
	['303', (_request, response) => response.writeHead(303, { location: '/sent' }).end()],
	...[300, 304, 408].map((status): [string, RequestListener] => [
		`${status}`,
		(_request, response) => response.writeHead(status).end(),
	]),
	...[302, 400, 408, 422, 429].map((status): [string, RequestListener] => [
		`${status} with an ID`,
		json(SENT, status),
	]),
	['400 with an ID and an error', json({ ...SENT, error: 'No funds' }, 400)],
	['429 with an ID and a time to wait', json(SENT, 429, { 'retry-after': '1' })],
];

test.each(notRead)('reports an unknown outcome for %s', async (_, answer) => {
	const { error, items } = await answered(answer, {}, { retryOnFail: true, maxTries: 3 });
	expect(items).toEqual([]);
	expect(error?.message).toMatch(/It may have been sent anyway$/);
	expect(raw.requests).toHaveLength(1);
});

test('an HTTP error beside a documented status has an unknown outcome', async () => {
	for (const response of [{ status: 'OK' }, { status: 'OK', error: 'Insufficient funds' }]) {
		raw = await startRaw(json(response, 400));
		const parameters = { resource: 'mailing', operation: 'confirm', mailingId: '5' };
		const { error } = await run(raw, {
			...{ node: 'messagingServiceViber', parameters, items: people(1) },
			...{ retryOnFail: true, maxTries: 3 },
		});
		expect(error?.message).toMatch(/It may have been sent anyway$/);
		expect(raw.requests).toHaveLength(1);
		await raw.close();
	}
});

test('a list whose rate limit is over is read, whatever its response had', async () => {
	let calls = 0;
	raw = await startRaw((request, response) => {
		const limited = json({ sms_id: 5, error: 'Slow down' }, 429, { 'retry-after': '1' });
		const read = json({ sms_id: 5, sent: 1, delivered: 1 });
		(++calls === 1 ? limited : read)(request, response);
	});
	const parameters = { resource: 'message', operation: 'getDelivery', smsId: '5' };
	const made = { node: 'messagingServiceSms' as const, parameters, items: people(1) };
	const { error, items } = await run(raw, made);
	expect([error, items.length, calls]).toEqual([undefined, 1, 2]);
});

test.each([
	['in the body', dripping('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n', ' ')],
	['in the headers', dripping('HTTP/1.1 200 OK\r\n', 'x-more: 1\r\n')],
])('times out although the response drips %s', async (_, answer) => {
	const since = Date.now();
	const { error } = await answered(answer, { timeout: 1 });
	expect(error?.message).toMatch(/did not respond in time\. It may have been sent/);
	expect(Date.now() - since).toBeLessThan(5_000);
});

test('sends a request with a wrong token once', async () => {
	const { error } = await answered(json({ error: 'Unknown key' }, 401));
	expect(error?.message).toBe('Unknown key');
	expect(raw.requests).toHaveLength(1);
});

/** n8n replaces messages that contain such codes. */
const messages = [
	'A preexisting contact',
	'ECONNREFUSED',
	'the host is ENOTFOUND',
	'Bad gateway',
	'500',
];

test.each(messages)('keeps the message of the service: %s', async (message) => {
	const { error } = await answered(json({ error: message }, 400));
	expect(error?.message).toBe(message);
});

test.each(['ENOENT', 'A preexisting value'])(
	'keeps the message about the bad value %s',
	async (phone) => {
		raw = await startRaw(json(SENT));
		const made = sendSms();
		const parameters = { ...made.parameters, phone };
		const { error } = await run(raw, { ...made, parameters });
		expect(error?.message).toMatch(/^'Phone' is not a phone number/);
		expect(raw.requests).toEqual([]);
	},
);

test('sends nothing to a base URL without TLS, and the error says why', async () => {
	raw = await startRaw(json(SENT));
	const url = raw.url.replace('http:', 'https:');
	const { error } = await run({ url }, { ...sendSms(), items: people(1) });
	expect(error?.message).toBe('No secure connection to the service is possible');
	expect((error as { description?: string }).description).toMatch(
		/^Check the base URL.*Nothing was sent\./,
	);
});
