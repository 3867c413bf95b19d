import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { runNode } from '../support/engine/runNode';
import { listPrepared, people, sendSms } from '../support/operations';
import { type RawService, startRaw, json } from '../support/rawService';
import { credentialsOf, run } from '../support/sandboxHarness';

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
		raw = await startRaw(answer);
		return await run(raw, { ...sendSms(), items: people(1) });
	}

	test.each<[charset: string, body: Buffer, type: string | undefined]>([
		['UTF-8', Buffer.from(SENT), 'application/json; charset=UTF-8'],
		['UTF-8 in quotes', Buffer.from(SENT), 'application/json;Charset="utf8"; v=1'],
		['UTF-8 without a header', Buffer.from(SENT), undefined],
		['UTF-8 with an empty charset', Buffer.from(SENT), 'application/json; charset='],
		['UTF-8 with a mark', Buffer.from(`\ufeff${SENT}`), 'application/json'],
		['UTF-8 that is called US-ASCII', Buffer.from(SENT), 'application/json; charset=US-ASCII'],
	])('reads a response in %s', async (_, body, type) => {
		const { error, items } = await sent(responding(body, type));
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ sms_id: 7, note: TEXT });
	});

	test('reads a response in ASCII', async () => {
		const body = Buffer.from('{"sms_id":7,"status":"NEW","parts":1}');
		const { items } = await sent(responding(body, 'text/plain; charset=ascii'));
		expect(items[0].json).toMatchObject({ sms_id: 7 });
	});

	test.each<[charset: string, encoding: BufferEncoding]>([
		['windows-1251', 'latin1'],
		['ISO-8859-1', 'latin1'],
		['utf-16le', 'utf16le'],
		['utf-7', 'utf8'],
	])('reads no response in %s, and says so', async (charset, encoding) => {
		const body = Buffer.from(SENT, encoding);
		const { error, items } = await sent(responding(body, `a/b; charset='${charset}'`));
		expect(items).toEqual([]);
		expect(error?.message).toBe(
			`The response has the character set "${charset}" instead of UTF-8. It may have been sent anyway`,
		);
		expect(raw.requests).toHaveLength(1);
	});

	test('does not take a response in UTF-16 without a header for a success', async () => {
		const { error, items } = await sent(responding(Buffer.from(SENT, 'utf16le'), undefined));
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/It may have been sent anyway$/);
	});

	const OTHER = 'application/json; charset=x-klingon';

	test('a send whose response has another character set may have been sent, and it is sent once', async () => {
		const { error, items } = await sent(responding(Buffer.from(SENT), OTHER));
		expect(items).toEqual([]);
		expect(error?.message).toBe(
			'The response has the character set "x-klingon" instead of UTF-8. It may have been sent anyway',
		);
		expect(raw.requests).toHaveLength(1);
	});

	test('a list in another character set is an error that says what to do', async () => {
		raw = await startRaw(responding(Buffer.from('{"result":[]}'), OTHER));
		const { error } = await runNode({ ...listPrepared(), credentials: credentialsOf(raw) });
		expect(error?.message).toBe(
			'The response has the character set "x-klingon" instead of UTF-8',
		);
		expect(error).toHaveProperty('description', expect.stringMatching(/^Check the base URL/));
		expect(raw.requests).toHaveLength(1);
	});

	test('an error shows the beginning of a long character set', async () => {
		const { error } = await sent(responding(Buffer.from(SENT), `${OTHER}${'x'.repeat(2_000)}`));
		expect(error?.message).toMatch(
			/has the character set "x-klingonx+\. It may have been sent anyway$/,
		);
		expect(error?.message.length).toBeLessThan(150);
	});

	test('an error status with another character set is reported as such', async () => {
		const { error } = await sent(responding(Buffer.from('{"error":"No"}'), OTHER, 400));
		expect(error?.message).toBe('The service returned HTTP status 400');
	});

	test('a token that the service returns as its character set is in no error', async () => {
		const { token } = credentialsOf({ url: 'http://127.0.0.1' });
		const { error } = await sent(
			responding(Buffer.from(SENT), `a/b; charset=${String(token)}`),
		);
		expect(error?.message).toMatch(/character set "(?!x-klingon)/);
		expect(JSON.stringify(error) + String(error?.stack)).not.toContain(token);
	});
});

describe('unexpected responses', () => {
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
});

describe('the words of the service', () => {
	let raw: RawService;
	afterEach(async () => await raw.close());

	type Step = Parameters<typeof run>[1];

	const RESEND = { resendUnknown: true };
	const retried = { retryOnFail: true, maxTries: 3 };
	const SENT = { sms_id: 7, status: 'NEW', parts: 1 };

	/** What a step does with one response. */
	async function answered(response: unknown, step: Partial<Step> = {}, status = 200) {
		raw = await startRaw(json(response as object, status));
		const result = await run(raw, { ...sendSms(), items: people(1), ...step } as Step);
		const { error, items } = result;
		return {
			message: error?.message,
			advice: (error as { description?: string } | undefined)?.description,
			items: items.map((item) => item.json),
			requests: raw.requests.length,
		};
	}

	test.each([
		...['0', 'none', 'NULL', 'False', ' No error ', 'no errors'].map((error) => ({ error })),
		...['0', 'None', ['0'], ['null', 'false'], { phone: ['none'] }].map((errors) => ({
			errors,
		})),
	])('a message with an ID is sent once beside %j', async (more) => {
		const step = { ...sendSms(RESEND), ...retried };
		const { message, requests } = await answered({ ...SENT, ...more }, step);
		expect([message, requests]).toEqual([undefined, 1]);
	});

	test('the error of a message that was sent again does not say that it was not', async () => {
		const step = { ...sendSms(RESEND), ...retried };
		const { advice, requests } = await answered({}, step, 500);
		expect(requests).toBe(3);
		expect(advice).toContain('a recipient may get the message twice');
		expect(advice).not.toMatch(/not retried|no recipient/);
	});

	describe('the reason of the service', () => {
		test.each<[object, string]>([
			[{ errors: { phone: ['The phone is invalid.'] } }, 'Phone: The phone is invalid.'],
			[{ message: { phone: ['bad'], text: ['long', 'odd'] } }, 'Phone: bad; text: long; odd'],
			[{ error: { phone: 'bad' } }, 'Phone: bad'],
			[
				{ errors: { message: ['The message is required.'] } },
				'Message: The message is required.',
			],
			[
				{ detail: [{ loc: ['body', 'phone'], msg: 'field required' }] },
				'Phone: field required',
			],
			[{ errors: [{ field: 'phone', message: 'is bad' }] }, 'Phone: is bad'],
			[{ detail: [{ msg: 'field required' }] }, 'field required'],
			[{ code: 12, msg: 'Not enough money' }, 'Not enough money'],
			[{ error: 1001, error_text: 'Phone blocked' }, 'Phone blocked'],
			[{ error: '1001', error_text: 'Phone blocked' }, 'Phone blocked'],
			[{ error: 1001 }, '1001'],
			...['reason', 'description', 'info', 'text', 'Error', 'Message'].map(
				(key): [object, string] => [{ status: 'error', [key]: 'Blocked' }, 'Blocked'],
			),
			[{ error: 'Bad Request', message: 'phone is bad' }, 'phone is bad'],
			[{ error: 'Bad Request', statusCode: 400 }, 'Bad Request'],
			[{ message: 'The given data was invalid.', errors: { phone: ['bad'] } }, 'Phone: bad'],
			[{ error: 'Validation failed', details: ['phone is bad'] }, 'phone is bad'],
			[{ status: 'error', error: { phone: [] } }, 'The service returned HTTP status 400'],
		])('is shown of %j: %s', async (response, reason) => {
			expect((await answered(response, {}, 400)).message).toBe(reason);
		});
	});

	const OTHER = "The response does not match the service's documentation";
	const step = (node: 'Sms' | 'Viber' | 'Templates' | 'Contacts', name: string, more = {}) => {
		const [resource, operation] = name.split(':');
		const parameters = { resource, operation, ...more };
		return { node: `messagingService${node}`, parameters } as Pick<Step, 'node' | 'parameters'>;
	};

	describe('a response of another shape than documented', () => {
		const list = step('Templates', 'template:getAll', { returnAll: true });
		test.each<[string, object, object]>([
			['a bare list', list, [{ id: 1, message: 'Hi' }]],
			['a list without a status', list, { result: [{ message: 'Yes' }] }],
			['a record for a list', list, { status: 'OK', result: { title: 'W' } }],
			['a record without its ID', sendSms(), { message: 'Hi Anna', phone: '380671234567' }],
		])('shows nothing of its data: %s', async (_, made, response) => {
			const { message } = await answered(response, made);
			expect(message?.replace(' It may have been sent anyway', '')).toMatch(
				new RegExp(`^${OTHER}\\.?$`),
			);
		});

		test('shows a message that is all there is', async () => {
			const { message } = await answered({ code: 12, msg: 'Not enough money' });
			expect(message).toBe('Not enough money. It may have been sent anyway');
		});
	});

	test.each([200, 400, 500])(
		'an error keeps the ID that came with it, at status %i',
		async (status) => {
			const { message } = await answered({ sms_id: 5, status: 'REJECTED' }, {}, status);
			expect(message).toMatch(/ \(sms_id 5\)\. It may have been sent anyway$/);
		},
	);

	describe('what is read', () => {
		const status = step('Sms', 'message:getStatus', { messageId: '9' });
		const info = step('Sms', 'mailing:get', { mailingId: '9' });
		test.each([
			{ status: 'rejected', message_id: 9 },
			{ status: 'rejected' },
			{ status: 'failed', error: 'Blocked', message_id: 9 },
		])('may tell of a failure: %j', async (response) => {
			for (const made of [status, info]) {
				const { message, items } = await answered(response, made);
				expect([message, items[0]?.status]).toEqual([undefined, response.status]);
				await raw.close();
			}
		});

		test('has failed if there is an error and no data', async () => {
			for (const made of [status, info]) {
				for (const response of [
					{ error: 'Blocked' },
					{ success: false, message: 'Blocked' },
				]) {
					expect((await answered(response, made)).message).toBe('Blocked');
					await raw.close();
				}
			}
		});
	});

	test('the advice after a change does not speak of messages and batches', async () => {
		const made = step('Templates', 'template:create', { name: 'A', message: 'B' });
		const { advice } = await answered({}, made, 500);
		expect(advice).toContain('nothing is changed twice');
		expect(advice).not.toMatch(/recipient|batch/);
	});

	test('the advice after a read names no message of the service if there is none', async () => {
		const made = step('Templates', 'template:getAll', { returnAll: true });
		expect((await answered([], made)).advice).not.toContain('message of the service');
	});

	test('a proxy that is down is told as the proxy', async () => {
		const { port } = new URL((raw = await startRaw(json(SENT))).url);
		await raw.close();
		const made = sendSms();
		const requestOptions = { proxy: `http://127.0.0.1:${port}` };
		const parameters = { ...made.parameters, requestOptions };
		const { message, advice } = await answered(SENT, { ...made, parameters });
		expect(message).toBe('The proxy cannot be reached');
		expect(advice).toMatch(/^Check Proxy in the Request Options.*Nothing was sent\./);
	});

	test('a template that is missing is told as the template', async () => {
		const made = sendSms();
		const templateId = { __rl: true, mode: 'id', value: '1002' };
		const parameters = { ...made.parameters, messageSource: 'template', templateId };
		const { message, requests } = await answered({}, { ...made, parameters }, 404);
		expect([message, requests]).toEqual([
			"The service returned HTTP status 404 ('Template' 1002)",
			1,
		]);
	});
});
