import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { byId } from '../contract/row';
import { runNode } from '../support/engine/runNode';
import { useFakeTime } from '../support/fakeTime';
import { listPrepared, people, sendSms } from '../support/operations';
import { type RawService, startRawService, json } from '../support/rawService';
import { run } from '../support/sandboxHarness';

describe('character sets', () => {
	let raw: RawService;
	afterEach(async () => await raw.close());

	const TEXT = 'Крамниця';
	const SENT = JSON.stringify({ sms_id: 7, status: 'NEW', parts: 1, note: TEXT });

	const responding =
		(body: Buffer, type: string | undefined, status = 200): RequestListener =>
		(_request, response) => {
			response.writeHead(status, type === undefined ? {} : { 'content-type': type });
			response.end(body);
		};
	async function sent(answer: RequestListener) {
		raw = await startRawService(answer);
		return await run(raw, { ...sendSms(), items: people(1) });
	}

	const utf8 = Buffer.from(SENT);
	test.each<[charset: string, body: Buffer, type: string | undefined]>([
		['UTF-8', utf8, 'application/json; charset=UTF-8'],
		['UTF-8 in quotes', utf8, 'application/json;Charset="utf8"; v=1'],
		['UTF-8 without a header', utf8, undefined],
		['UTF-8 with an empty charset', utf8, 'application/json; charset='],
		['UTF-8 with a mark', Buffer.from(`\ufeff${SENT}`), 'application/json'],
		['UTF-8 that is called US-ASCII', utf8, 'application/json; charset=US-ASCII'],
		['UTF-8 that is called ASCII', utf8, 'text/plain; charset=ascii'],
	])('reads a response in %s', async (_, body, type) => {
		const { error, items } = await sent(responding(body, type));
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ sms_id: 7, note: TEXT });
	});

	test.each<[charset: string, encoding: BufferEncoding]>([
		['windows-1251', 'latin1'],
		['ISO-8859-1', 'latin1'],
		['utf-16le', 'utf16le'],
		['utf-7', 'utf8'],
	])('rejects a response in %s, and names the character set', async (charset, encoding) => {
		const body = Buffer.from(SENT, encoding);
		const { error, items } = await sent(responding(body, `a/b; charset='${charset}'`));
		expect(items).toEqual([]);
		expect(error?.message).toBe(
			`The response has the character set "${charset}" instead of UTF-8. The message may have been sent`,
		);
		expect(raw.requests).toHaveLength(1);
	});

	test('does not judge a response in UTF-16 without a header as a success', async () => {
		const { error, items } = await sent(responding(Buffer.from(SENT, 'utf16le'), undefined));
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/The message may have been sent$/);
	});

	const OTHER = 'application/json; charset=x-klingon';

	test('rejects a list in another character set, and says what to do', async () => {
		raw = await startRawService(responding(Buffer.from('{"result":[]}'), OTHER));
		const { error } = await run(raw, listPrepared());
		expect(error?.message).toBe(
			'The response has the character set "x-klingon" instead of UTF-8',
		);
		expect(error).toHaveProperty('description', expect.stringMatching(/^Check the base URL/));
		expect(raw.requests).toHaveLength(1);
	});

	test('shows the beginning of a long character set in its error', async () => {
		const { error } = await sent(responding(Buffer.from(SENT), `${OTHER}${'x'.repeat(2_000)}`));
		expect(error?.message).toMatch(
			/has the character set "x-klingonx+\. The message may have been sent$/,
		);
		expect(error?.message.length).toBeLessThan(150);
	});

	test('reports the error status of a response in another character set', async () => {
		const { error } = await sent(responding(Buffer.from('{"error":"No"}'), OTHER, 400));
		expect(error?.message).toBe('The service returned HTTP status 400');
	});

	/** Tokens with and without characters that end the name of a character set. */
	const TOKENS = ['tOken-7f3a91c2', 'tOken;7f3a91c2', 'tOken"7f3a91c2', 'tOken,7f3a 91c2'];
	/** The error shows 57 characters of a character set. */
	test.each(TOKENS.flatMap((token) => [0, 46, 50, 53].map((at) => [token, at] as const)))(
		'shows no part of the token %s if the name of a character set has it after %i characters',
		async (token, at) => {
			const answer = responding(Buffer.from(SENT), `a/b; charset=${'x'.repeat(at)}${token}`);
			raw = await startRawService(answer);
			const credentials = { baseUrl: raw.url, token };
			const { error } = await runNode({ ...sendSms(), items: people(1), credentials });
			expect(error?.message).toContain(`has the character set "${'x'.repeat(at)}***`);
			const shown = JSON.stringify(error) + String(error?.stack);
			for (let part = 0; part + 4 <= token.length; part++)
				expect(shown).not.toContain(token.slice(part, part + 4));
		},
	);
});

// In real time, because Node decompresses in a thread that fake time does not wait for.
test('reads a response with gzip', async () => {
	const raw = await startRawService((_request, response) => {
		const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
		response.writeHead(200, headers).end(gzipSync('{"sms_id":7}'));
	});
	const { error, items } = await run(raw, { ...sendSms(), items: people(1) });
	await raw.close();
	expect([error, items[0]?.json.sms_id]).toEqual([undefined, 7]);
});

describe('unexpected responses', () => {
	useFakeTime();

	let raw: RawService;
	afterEach(async () => await raw.close());

	const SENT = { sms_id: 7, status: 'NEW', parts: 1 };
	const body =
		(text: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
		(_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json', ...headers });
			response.end(text);
		};

	/** Writes a part of the response every 200 ms, for longer than any timeout. */
	const dripping =
		(head: string, drop: string): RequestListener =>
		(_request, response) => {
			response.socket?.write(head);
			const drip = () => {
				if (response.socket?.write(drop)) setTimeout(drip, 200);
			};
			drip();
		};

	async function answered(answer: RequestListener, options = {}, more = {}) {
		raw = await startRawService(answer);
		const result = await run(raw, { ...sendSms(options), items: people(1), ...more });
		return { ...result, description: (result.error as { description?: string })?.description };
	}

	const successes: Array<[string, RequestListener]> = [
		['no content type', body(JSON.stringify(SENT), { 'content-type': '' })],
		['201', json(SENT, 201)],
		['half a megabyte besides', json({ ...SENT, more: 'x'.repeat(500_000) })],
	];

	test.each(successes)('reads a response with %s', async (_, answer) => {
		const { error, items } = await answered(answer);
		expect([error, items[0]?.json.sms_id]).toEqual([undefined, 7]);
	});

	const cut = gzipSync('{"sms_id":7}').subarray(0, 20);
	const notRead: Array<[string, RequestListener]> = [
		['gzip that is cut', body(cut, { 'content-encoding': 'gzip' })],
		['no HTTP', (_request, response) => response.socket?.end('hello\r\n\r\n')],
		['204', (_request, response) => response.writeHead(204).end()],
		['303', (_request, response) => response.writeHead(303, { location: '/sent' }).end()],
		['408', (_request, response) => response.writeHead(408).end()],
		['200 with an ID and an error', json({ ...SENT, error: 'No funds' })],
		['400 with an ID', json(SENT, 400)],
		['400 with an ID and an error', json({ ...SENT, error: 'No funds' }, 400)],
		['429 with an ID and a time to wait', json(SENT, 429, { 'retry-after': '1' })],
	];

	test.each(notRead)('reports an unknown outcome for %s', async (_, answer) => {
		const { error, items } = await answered(answer, {}, { retryOnFail: true, maxTries: 3 });
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/The message may have been sent$/);
		expect(raw.requests).toHaveLength(1);
	});

	test('reads a list after its rate limit, whatever the body of the 429', async () => {
		let calls = 0;
		raw = await startRawService((request, response) => {
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
		expect(error?.message).toMatch(/did not respond in time\. The message may have been sent/);
		expect(Date.now() - since).toBe(1_000);
	});

	test('does not retry a request with a wrong token', async () => {
		const { error } = await answered(json({ error: 'Unknown key' }, 401));
		expect(error?.message).toBe('Unknown key');
		expect(raw.requests).toHaveLength(1);
	});

	/** n8n replaces messages that contain such codes. */
	test.each([
		'A preexisting contact',
		'ECONNREFUSED',
		'the host is ENOTFOUND',
		'Bad gateway',
		'500',
	])('keeps the message of the service: %s', async (message) => {
		const { error } = await answered(json({ error: message }, 400));
		expect(error?.message).toBe(message);
	});

	test.each(['ENOENT', 'A preexisting value'])(
		'keeps the message about the bad value %s',
		async (phone) => {
			raw = await startRawService(json(SENT));
			const { node, parameters } = sendSms();
			const { error } = await run(raw, { node, parameters: { ...parameters, phone } });
			expect(error?.message).toMatch(/^'Phone' is not a phone number/);
			expect(raw.requests).toEqual([]);
		},
	);

	test('does not say that a message was not resent if it was resent', async () => {
		const retrying = { retryOnFail: true, maxTries: 3 };
		const { description } = await answered(json({}, 500), { resendUnknown: true }, retrying);
		expect(raw.requests).toHaveLength(3);
		expect(description).toContain('A recipient may then get the message twice');
		expect(description).not.toMatch(/not retried|no recipient/);
	});

	test('says that a message was not resent if Retry On Fail is off', async () => {
		const { description } = await answered(json({}, 500), { resendUnknown: true });
		expect(description).toMatch(/^The request was not retried, so no recipient gets/);
	});

	test('says how to find out whether a mailing was confirmed', async () => {
		raw = await startRawService(json({}, 500));
		const confirm = { resource: 'mailing', operation: 'confirm', mailingId: byId(5) };
		const { error } = await run(raw, { node: 'messagingServiceSms', parameters: confirm });
		expect((error as { description?: string }).description).toContain(
			'To find out what happened, read the status of the mailing with Mailing > Get Many.',
		);
	});

	test('names the proxy that is down', async () => {
		const { url } = (raw = await startRawService(json(SENT)));
		await raw.close();
		const { parameters } = sendSms();
		const more = { parameters: { ...parameters, requestOptions: { proxy: url } } };
		const { error, description } = await answered(json(SENT), {}, more);
		expect(error?.message).toBe('The proxy cannot be reached');
		expect(description).toMatch(/^Check Proxy in the Request Options.*Nothing was sent\./);
	});
});
