import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Sandbox } from '../../sandbox';
import { byId } from '../contract/row';
import type { NodeName } from '../support/engine/nodeTypes';
import { openTrigger } from '../support/engine/poll';
import { findTokenLeaks } from '../support/engine/findTokenLeaks';
import { importContacts, people, sendSms } from '../support/operations';
import { loadColumns } from '../support/engine/pickerLists';
import { type RawService, startRawService } from '../support/rawService';
import { credentialsOf, loadSandboxList, run, startTestSandbox } from '../support/sandboxHarness';
import { isThorough } from '../support/thorough';
import { emailWithFile, viberWithImage } from '../support/uploads';
import { startAnswering, type Streamed, streaming } from './hostileService';

jest.setTimeout(60_000);

describe('a large or hostile response', () => {
	const MEGABYTE = 1024 * 1024;
	const SIZE = 100 * MEGABYTE;
	/** Bytes that sockets and streams may hold when the client hangs up. */
	const ON_THE_WAY = 16 * MEGABYTE;
	/** Maximum growth of memory: less than one copy of the response. */
	const MOST_MEMORY = SIZE;

	let raw: RawService;
	let streamed: Streamed;
	beforeEach(() => (streamed = { bytes: 0 }));
	afterEach(async () => await raw?.close());

	const FILL = 'x'.repeat(64 * 1024);
	/** Returns a JSON record or a web page of `size` bytes with one long text. */
	function* filled(size: number, before: string, after: string): Generator<string> {
		yield before;
		for (let left = size - before.length - after.length; left > 0; left -= FILL.length) {
			yield left < FILL.length ? FILL.slice(0, left) : FILL;
		}
		yield after;
	}
	const sent = (size: number) => () => filled(size, '{"sms_id":7,"status":"NEW","more":"', '"}');
	const page = (size: number) => () =>
		filled(size, '<!doctype html><html><body>', '</body></html>');
	const list = (size: number) => () => filled(size, '{"status":"OK","result":[{"name":"', '"}]}');

	const viberRecipients = {
		node: 'messagingServiceViber' as NodeName,
		parameters: {
			...{ resource: 'mailing', operation: 'getRecipients' },
			...{ mailingId: byId(1), returnAll: true },
		},
	};

	const watching = async (event: string, mailings: object = { mailings: 'all' }) =>
		await openTrigger({
			node: 'messagingServiceTrigger',
			parameters: { event, ...mailings, options: { includeExisting: true } },
			credentials: credentialsOf(raw),
		});
	const first = { mailings: 'selected', mailingIds: '1' };

	test('with keys of Object.prototype as texts is emitted by the trigger once per entry', async () => {
		const keys = ['__proto__', 'constructor', 'toString'];
		const entries = keys.map((key) => `{"phone":"${key}","status":"${key}","${key}":"x"}`);
		const result = `{"status":"OK","result":[${entries.join()}]}`;
		raw = await startAnswering({ getViberDeliveryList: result });
		const trigger = await watching('viberDelivery', first);
		const emitted = (await trigger.poll('activation')) ?? [];
		expect(emitted.map(({ json }) => json.phone)).toEqual(keys);
		expect(emitted.map(({ json }) => json.status)).toEqual(keys);
		expect(await trigger.poll()).toEqual([]);
	});

	test('does not add the column __proto__ to a list', async () => {
		const params = 'CITY, __proto__, constructor';
		const result = JSON.stringify({ status: 'OK', result: [{ list_id: 1001, params }] });
		raw = await startAnswering({ getSubscriberLists: result });
		const setting = { ...importContacts(), credentials: credentialsOf(raw) };
		const { fields } = await loadColumns(setting, 'columns');
		expect(fields.map(({ id }) => id)).toEqual(['phone', 'email', 'CITY', 'constructor']);
	});

	/** Returns the maximum growth of memory during the work, in bytes. */
	async function watched<T>(work: () => Promise<T>): Promise<{ result: T; grown: number }> {
		const held = () => {
			const { heapUsed, external } = process.memoryUsage();
			return heapUsed + external;
		};
		const before = held();
		let most = before;
		const timer = setInterval(() => (most = Math.max(most, held())), 5);
		try {
			return { result: await work(), grown: most - before };
		} finally {
			clearInterval(timer);
		}
	}

	const TOO_LARGE = /^The response is larger than 1 MB and was not read completely/;

	test.each([
		['JSON, declared', sent, { length: SIZE }],
		['JSON, chunked', sent, {}],
		['a web page, declared', page, { length: SIZE, type: 'text/html' }],
		['a web page, chunked', page, { type: 'text/html' }],
	])('of 100 MB of %s is cut off, and the outcome is unknown', async (_, of, options) => {
		raw = await startRawService(streaming(of(SIZE), streamed, options));
		const setting = { ...sendSms(), items: people(1), retryOnFail: true };
		const { result, grown } = await watched(async () => await run(raw, setting));
		const { error, items } = result;
		expect(error?.message).toMatch(TOO_LARGE);
		expect(error?.message).toMatch(/The message may have been sent$/);
		expect([items, raw.requests.length, findTokenLeaks(error)]).toEqual([[], 1, []]);
		expect(streamed.bytes).toBeLessThan(MEGABYTE + ON_THE_WAY);
		expect(grown).toBeLessThan(MOST_MEMORY);
	});

	test('of 100 MB packed into 100 kB is unpacked only up to 1 MB', async () => {
		const member = gzipSync(Buffer.alloc(MEGABYTE, ' '));
		const packed = Buffer.concat(Array.from({ length: 100 }, () => member));
		raw = await startRawService((_request, response) => {
			response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
		});
		const setting = { ...sendSms(), items: people(1) };
		const { result, grown } = await watched(async () => await run(raw, setting));
		expect(result.error?.message).toMatch(TOO_LARGE);
		expect(grown).toBeLessThan(MOST_MEMORY);
	});

	test('of 1 MB is read for a message', async () => {
		raw = await startRawService(streaming(sent(MEGABYTE), streamed));
		const { error, items } = await run(raw, { ...sendSms(), items: people(1) });
		expect([error, items[0]?.json.sms_id]).toEqual([undefined, 7]);
	});

	test.each([
		[
			400,
			'The service returned HTTP status 400',
			/^Check the fields of this step and the base/,
		],
		[500, 'The service returned HTTP status 500. The message may have been sent', /account/],
	])('of 100 MB is reported with its status %i', async (status, message, advice) => {
		raw = await startRawService(streaming(sent(SIZE), streamed, { status }));
		const { error } = await run(raw, { ...sendSms(), items: people(1) });
		expect(error?.message).toBe(message);
		expect((error as { description?: string }).description).toMatch(advice);
		expect(streamed.bytes).toBeLessThan(MEGABYTE + ON_THE_WAY);
	});

	// `readBody.test.ts` tests this limit in daily runs.
	(isThorough ? test : test.skip)('stops reading recipients at 200 MB', async () => {
		raw = await startRawService(streaming(list(1024 * MEGABYTE), streamed));
		const { error } = await run(raw, viberRecipients);
		expect(error?.message).toMatch(/larger than 200 MB and was not read completely$/);
		expect((error as { description?: string }).description).toMatch(/^Check the base URL/);
		expect(streamed.bytes).toBeLessThan(200 * MEGABYTE + ON_THE_WAY);
		expect(raw.requests).toHaveLength(1);
	});

	test('that is a web page in place of a list is not read completely, neither in the editor nor in the trigger', async () => {
		raw = await startRawService(streaming(page(SIZE), streamed, { type: 'text/html' }));
		const { error } = await run(raw, viberRecipients);
		expect(error?.message).toMatch(TOO_LARGE);
		await expect(loadSandboxList(raw, viberRecipients, 'mailingId')).rejects.toThrow(TOO_LARGE);
		const trigger = await watching('viberReply');
		await expect(trigger.poll('activation')).rejects.toThrow(TOO_LARGE);
		expect(streamed.bytes).toBeLessThan(3 * (MEGABYTE + ON_THE_WAY));
	});

	const TOO_DEEP = /^The response has more than 200 levels and was not read completely/;
	const LEVELS = 10_000;
	const deep: Array<[string, string]> = [
		['lists', '['.repeat(LEVELS) + ']'.repeat(LEVELS)],
		['objects', '{"a":'.repeat(LEVELS) + '1' + '}'.repeat(LEVELS)],
	];

	describe.each(deep)('of 10,000 nested JSON %s', (_, inner) => {
		test('gives a message an unknown outcome', async () => {
			raw = await startAnswering({
				sendQuickSMS: `{"sms_id":7,"status":"NEW","more":${inner}}`,
			});
			const { error, items } = await run(raw, { ...sendSms(), items: people(1) });
			expect(error?.message).toMatch(
				/has more than 200 levels and was not read completely\. The message may have been sent/,
			);
			expect(items).toEqual([]);
		});

		test('is an error of a list and of the trigger', async () => {
			const text = `{"status":"OK","result":[{"phone":"1","more":${inner}}]}`;
			raw = await startAnswering({ getViberDeliveryList: text });
			const { error } = await run(raw, viberRecipients);
			expect(error?.message).toMatch(TOO_DEEP);
			const trigger = await watching('viberDelivery', first);
			await expect(trigger.poll('activation')).rejects.toThrow(TOO_DEEP);
		});

		test('does not hide the status of an error', async () => {
			raw = await startAnswering({ sendQuickSMS: `{"error":${inner}}` }, 400);
			const { error } = await run(raw, { ...sendSms(), items: people(1) });
			expect(error?.message).toBe('The service returned HTTP status 400');
		});
	});
});

describe('an uploaded file', () => {
	const FILE = Buffer.alloc(20 * 1024 * 1024, 'every byte counts ');

	let sandbox: Sandbox;
	beforeAll(async () => (sandbox = await startTestSandbox()));
	afterAll(async () => await sandbox.close());

	test.each([
		['a picture', viberWithImage, 'image'],
		['an attachment', emailWithFile, 'attachment'],
	])('of 20 MB arrives complete as %s', async (_, setting, name) => {
		sandbox.reset();
		const data = { content: FILE, fileName: 'big.png', mimeType: 'image/png' };
		const { error, items } = await run(sandbox, setting({ data }));
		expect([error, items.length]).toEqual([undefined, 1]);
		const sha256 = createHash('sha256').update(FILE).digest('hex');
		expect(sandbox.requests.map(({ files }) => files)).toEqual([
			[expect.objectContaining({ name, size: FILE.length, sha256 })],
		]);
	});
});
