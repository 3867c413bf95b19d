import { gzipSync } from 'node:zlib';
import { byId } from '../contract/row';
import type { NodeName } from '../support/engine/nodeTypes';
import { people, sendSms } from '../support/operations';
import { type RawService, startRaw } from '../support/rawService';
import { run } from '../support/sandboxHarness';

jest.setTimeout(60_000);

let raw: RawService;
afterEach(async () => await raw?.close());

/** A service that answers everything with the same compressed text. */
async function startPacked(text: string): Promise<RawService> {
	const packed = gzipSync(text);
	return await startRaw((_request, response) => {
		response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
	});
}

const getAll = (node: NodeName, resource: string, operation: string, fields = {}) => ({
	node,
	parameters: { resource, operation, returnAll: true, ...fields },
});
const recipients = (mailingId: unknown) =>
	getAll('messagingServiceViber', 'mailing', 'getRecipients', { mailingId: mailingId as never });
const mailings = getAll('messagingServiceViber', 'mailing', 'getAll');

/** The longest time in which nothing else ran. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
	let longest = 0;
	let last = performance.now();
	const timer = setInterval(() => {
		const now = performance.now();
		longest = Math.max(longest, now - last);
		last = now;
	}, 5);
	await work();
	clearInterval(timer);
	return Math.max(longest, performance.now() - last);
}

const MILLION = 1_000_000;
const records = (record: string, count: number) =>
	`{"status":"OK","result":[${`${record},`.repeat(count - 1)}${record}]}`;
const manyKeys = Array.from({ length: MILLION / 4 }, (_, at) => `"k${at}":1`);

test.each([
	['empty objects', records('{}', 3 * MILLION), '2,000,000 rows'],
	['empty lists', records('[]', 3 * MILLION), '2,000,000 rows'],
	['numbers', records('1', 12 * MILLION), '10,000,000 values'],
	[
		'objects in keys',
		`{"status":"OK",${'"a":{},'.repeat(3 * MILLION)}"result":[]}`,
		'2,000,000 rows',
	],
	['different keys in one row', records(`{${manyKeys.join()}}`, 1), '150,000 different keys'],
	[
		'rows with a key of their own',
		`{"status":"OK","result":[${manyKeys.map((one) => `{${one}}`).join()}]}`,
		'150,000 different keys',
	],
])('a list of millions of %s is an error, and n8n goes on meanwhile', async (_, text, limit) => {
	raw = await startPacked(text);
	const longest = await longestBlock(async () => {
		const { error, items } = await run(raw, recipients(byId(1)));
		expect(error?.message).toBe(
			`The response has more than ${limit} and was not read to its end`,
		);
		expect(items).toEqual([]);
	});
	expect(longest).toBeLessThan(1_000);
});

test('a list of millions of numbers is an error before each of them is an item', async () => {
	raw = await startPacked(records('1', 2.1 * MILLION));
	const { error, items } = await run(raw, recipients(byId(1)));
	expect([error?.message, items]).toEqual(['The service returned more than 2,000,000 rows', []]);
});

test('20 messages with millions of values each have an unknown outcome', async () => {
	raw = await startPacked(`{"sms_id":7,"status":"NEW","more":[${'{},'.repeat(MILLION)}{}]}`);
	const longest = await longestBlock(async () => {
		const { error } = await run(raw, { ...sendSms(), items: people(20) });
		expect(error?.message).toMatch(
			/^The response has more than 50,000 values and was not read to its end\. It may have been sent anyway/,
		);
	});
	expect(longest).toBeLessThan(1_000);
});

test('the pages of one list are limited together', async () => {
	let keys = 0;
	raw = await startRaw((_request, response) => {
		const key = () => [`k${++keys}`, 1];
		const row = () => Object.fromEntries(Array.from({ length: 1_000 }, key));
		const rows = Array.from({ length: 10 }, () => ({ message_id: keys, ...row() }));
		response.end(JSON.stringify({ status: 'OK', result: rows }));
	});
	const { error, items } = await run(raw, mailings);
	expect(error?.message).toBe(
		'The response has more than 150,000 different keys, with the pages before it',
	);
	expect(items).toEqual([]);
	expect(raw.requests.length).toBe(15);
});
