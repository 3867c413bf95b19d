import { gzipSync } from 'node:zlib';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId } from '../contract/row';
import type { NodeName } from '../support/engine/nodeTypes';
import { people, sendSms } from '../support/operations';
import { openTrigger } from '../support/engine/poll';
import { type RawService, startRaw } from '../support/rawService';
import { credentialsOf, run } from '../support/sandboxHarness';
import { share } from '../support/thorough';
import { listOf, streaming } from './hostileService';

jest.setTimeout(120_000);

/** n8n's own engine cannot hand on more than some 120,000 records of one answer. */
const MANY = 130_000;
/** A million in thorough runs. */
const RECIPIENTS = share(1_000_000, MANY);

let raw: RawService;
afterEach(async () => await raw?.close());

const recipient = (status: string) => (n: number) =>
	`{"delivery_id":${500_000 + n},"phone":"${380_500_000_000 + n}","status":"${status}","status_time":"2026-01-01 10:10:10.123456"}`;
const streamed = { bytes: 0 };

const watching = async (event: string, options: IDataObject = {}) =>
	await openTrigger({
		node: 'messagingServiceTrigger',
		parameters: {
			event,
			mailings: 'selected',
			mailingIds: '1',
			options: { includeExisting: true, ...options } as INodeParameters,
		},
		credentials: credentialsOf(raw),
	});

test('splits hundreds of thousands of recipients of a batch into items', async () => {
	const entry = () =>
		listOf(RECIPIENTS, recipient('NEW'), '[{"message_id":1,"name":"Sale","success":[', ']}]');
	raw = await startRaw(streaming(entry, streamed));
	const { error, items } = await run(raw, {
		node: 'messagingServiceSms',
		parameters: {
			resource: 'batch',
			operation: 'getStatus',
			uuid: 'x',
			options: { oneItemPerRecipient: true },
		},
	});
	expect(error).toBeUndefined();
	expect(streamed.bytes).toBeGreaterThan(100 * RECIPIENTS);
	expect(items).toHaveLength(RECIPIENTS);
	const json = { message_id: 1, name: 'Sale', delivery_id: 500_000 + RECIPIENTS - 1 };
	expect(items[RECIPIENTS - 1]).toMatchObject({ json, pairedItem: { item: 0 } });
});

test('returns more recipients of a mailing than the engine passes on', async () => {
	const all = () => listOf(MANY, recipient('READ'), '{"status":"OK","result":[', ']}');
	raw = await startRaw(streaming(all, streamed));
	const { error, items } = await run(raw, recipientsOf(1));
	expect([error, items.length]).toEqual([undefined, MANY]);
});

test('the trigger emits hundreds of thousands of changed deliveries once each', async () => {
	const entry = (n: number) => recipient(n === 7 && raw.requests.length > 1 ? 'READ' : 'NEW')(n);
	const all = () => listOf(RECIPIENTS, entry, '{"status":"OK","result":[', ']}');
	raw = await startRaw(streaming(all, streamed));
	const trigger = await watching('viberDelivery');
	expect(await trigger.poll('activation')).toHaveLength(RECIPIENTS);
	expect((await trigger.poll()).map(({ json }) => [json.delivery_id, json.status])).toEqual([
		[500_007, 'READ'],
	]);
	// About a byte for each, because n8n saves the state after every poll.
	expect(JSON.stringify(trigger.state).length).toBeLessThan(RECIPIENTS * 1.01);
});

test('the trigger emits more than a hundred thousand replies to mark as read once each', async () => {
	const reply = (n: number) => `{"id":"${7_000 + n}","message":"Yes"}`;
	const all = () => listOf(MANY, reply, '{"status":"OK","result":[', ']}');
	raw = await startRaw(streaming(all, streamed));
	const trigger = await watching('viberReply', { markAsRead: true });
	expect(await trigger.poll('activation')).toHaveLength(MANY);
});

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
const recipientsOf = (mailing: number) =>
	getAll('messagingServiceViber', 'mailing', 'getRecipients', { mailingId: byId(mailing) });
const mailings = getAll('messagingServiceViber', 'mailing', 'getAll');

/** The longest text that was parsed meanwhile: nothing else of n8n runs as long as that takes. */
async function longestParsed(work: () => Promise<unknown>): Promise<number> {
	const parsing = jest.spyOn(JSON, 'parse');
	await work();
	const lengths = parsing.mock.calls.map(([text]) => String(text).length);
	parsing.mockRestore();
	return Math.max(0, ...lengths);
}

const MILLION = 1_000_000;
const records = (record: string, count: number) =>
	`{"status":"OK","result":[${`${record},`.repeat(count - 1)}${record}]}`;
const manyKeys = Array.from({ length: MILLION / 4 }, (_, at) => `"k${at}":1`);

// Each limit by itself, and lists and numbers, are in `readBody.test.ts`.
test.each([
	['empty objects', records('{}', 3 * MILLION), '2,000,000 rows'],
	['different keys in one row', records(`{${manyKeys.join()}}`, 1), '150,000 different keys'],
	[
		'rows with a key of their own',
		`{"status":"OK","result":[${manyKeys.map((one) => `{${one}}`).join()}]}`,
		'150,000 different keys',
	],
])('a list of millions of %s is an error, and n8n goes on meanwhile', async (_, text, limit) => {
	raw = await startPacked(text);
	const longest = await longestParsed(async () => {
		const { error, items } = await run(raw, recipientsOf(1));
		expect(error?.message).toBe(
			`The response has more than ${limit} and was not read to its end`,
		);
		expect(items).toEqual([]);
	});
	expect(longest).toBeLessThan(MILLION);
});

test('a list of millions of numbers is an error before each of them is an item', async () => {
	raw = await startPacked(
		records('{"phone":1}', 1).replace(']', `,${'1,'.repeat(2.1 * MILLION)}1]`),
	);
	const { error, items } = await run(raw, recipientsOf(1));
	expect([error?.message, items]).toEqual(['The service returned more than 2,000,000 rows', []]);
});

test('20 messages with millions of values each have an unknown outcome', async () => {
	raw = await startPacked(`{"sms_id":7,"status":"NEW","more":[${'{},'.repeat(MILLION)}{}]}`);
	const longest = await longestParsed(async () => {
		const { error } = await run(raw, { ...sendSms(), items: people(20) });
		expect(error?.message).toMatch(
			/^The response has more than 50,000 values and was not read to its end\. It may have been sent anyway/,
		);
	});
	expect(longest).toBeLessThan(MILLION);
});

test('the pages of one list are limited together', async () => {
	let keys = 0;
	raw = await startRaw((_request, response) => {
		const row = Array.from({ length: 70_000 }, () => `"k${++keys}":1`);
		response.end(`{"status":"OK","result":[{"message_id":${keys},${row.join()}}]}`);
	});
	const { error, items } = await run(raw, mailings);
	expect(error?.message).toBe(
		'The response has more than 150,000 different keys, with the pages before it',
	);
	expect(items).toEqual([]);
	expect(raw.requests.length).toBe(3);
});
