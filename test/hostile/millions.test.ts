import { gzipSync } from 'node:zlib';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId } from '../contract/row';
import type { NodeName } from '../support/engine/nodeTypes';
import { people, sendSms } from '../support/operations';
import { openTrigger } from '../support/engine/poll';
import { type RawService, startRawService } from '../support/rawService';
import { credentialsOf, run } from '../support/sandboxHarness';
import { share } from '../support/thorough';
import { listOf, streaming } from './hostileService';

jest.setTimeout(120_000);

/** n8n's engine cannot pass on more than some 120,000 records of a response. */
const MANY = 130_000;
/** A thorough run has a million. */
const REPLIES = 10_000;
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

test('Get Status returns an item for each of ten thousand recipients, the most that a batch request has', async () => {
	const entry = () =>
		listOf(10_000, recipient('NEW'), '[{"message_id":1,"name":"Sale","success":[', ']}]');
	raw = await startRawService(streaming(entry, streamed));
	const options = { oneItemPerRecipient: true };
	const parameters = { resource: 'batch', operation: 'getStatus', uuid: 'x', options };
	const { error, items } = await run(raw, { node: 'messagingServiceSms', parameters });
	expect([error, items.length]).toEqual([undefined, 10_000]);
	const json = { message_id: 1, name: 'Sale', delivery_id: 509_999 };
	expect(items[9_999]).toMatchObject({ json, pairedItem: { item: 0 } });
});

test('Get Recipients returns every recipient of a mailing, even hundreds of thousands', async () => {
	const all = () => listOf(RECIPIENTS, recipient('READ'), '{"status":"OK","result":[', ']}');
	raw = await startRawService(streaming(all, streamed));
	const { error, items } = await run(raw, recipientsOf(1));
	expect([error, items.length]).toEqual([undefined, RECIPIENTS]);
});

test('the trigger emits hundreds of thousands of changed deliveries once each', async () => {
	const entry = (n: number) => recipient(n === 7 && raw.requests.length > 1 ? 'READ' : 'NEW')(n);
	const all = () => listOf(RECIPIENTS, entry, '{"status":"OK","result":[', ']}');
	raw = await startRawService(streaming(all, streamed));
	const trigger = await watching('viberDelivery');
	expect(await trigger.poll('activation')).toHaveLength(RECIPIENTS);
	expect((await trigger.poll()).map(({ json }) => [json.delivery_id, json.status])).toEqual([
		[500_007, 'READ'],
	]);
	// About a byte per recipient, because n8n saves the state after every poll.
	expect(JSON.stringify(trigger.state).length).toBeLessThan(RECIPIENTS * 1.01);
});

test('the trigger emits ten thousand replies to mark as read once each', async () => {
	const reply = (n: number) => `{"id":"${7_000 + n}","message":"Yes"}`;
	const all = () => listOf(REPLIES, reply, '{"status":"OK","result":[', ']}');
	raw = await startRawService(streaming(all, streamed));
	const trigger = await watching('viberReply', { markAsRead: true });
	expect(await trigger.poll('activation')).toHaveLength(REPLIES);
});

/** Starts a service that returns the same compressed text to every request. */
async function startPacked(text: string): Promise<RawService> {
	const packed = gzipSync(text);
	return await startRawService((_request, response) => {
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

/** Returns the length of the longest parsed text, because parsing blocks n8n. */
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
const keys = Array.from({ length: MILLION / 4 }, (_, at) => `"k${at}":1`);
const deep = `${'['.repeat(MILLION)}${']'.repeat(MILLION)}`;
const ownKeys = `{"status":"OK","result":[${keys.map((one) => `{${one}}`).join()}]}`;
const [manyKeys, fewerKeys] = ['150,000 different keys', '20,000 different keys'];
const hostile: Array<[title: string, text: string, ofRecipients: string, ofOthers: string]> = [
	['millions of objects', records('{}', 3 * MILLION), '10,000,000 values', '150,000 values'],
	['a row of many keys', records(`{${keys.join()}}`, 1), manyKeys, fewerKeys],
	['rows with a key of their own', ownKeys, manyKeys, fewerKeys],
	['a million levels', records(`{"phone":${deep}}`, 1), '200 levels', '200 levels'],
];

test.each(hostile)('a list of %s fails and does not block n8n', async (_, text, most, fewer) => {
	raw = await startPacked(text);
	const longest = await longestParsed(async () => {
		for (const [index, limit] of [most, fewer].entries()) {
			const { error, items } = await run(raw, [recipientsOf(1), mailings][index]);
			const message = `The response has more than ${limit} and was not read completely`;
			expect([error?.message, items]).toEqual([message, []]);
		}
	});
	expect(longest).toBeLessThan(MILLION);
});

test.each([
	['blanks around an empty list', `${' '.repeat(20 * MILLION)}{"status":"OK","result":[]}`],
	['one long text', records(`{"id":1,"name":"${'x'.repeat(20 * MILLION)}"}`, 1)],
])('a list of templates that is %s is an error before it is parsed', async (_, text) => {
	raw = await startPacked(text);
	const templates = getAll('messagingServiceTemplates', 'template', 'getAll');
	const longest = await longestParsed(async () => {
		const { error } = await run(raw, templates);
		expect(error?.message).toBe(
			'The response is larger than 10 MB and was not read completely',
		);
	});
	expect(longest).toBeLessThan(MILLION);
});

test('a list of more than a million recipients is an error', async () => {
	raw = await startPacked(
		records('{"phone":1}', 1).replace(']', `,${'1,'.repeat(1.1 * MILLION)}1]`),
	);
	const { error, items } = await run(raw, recipientsOf(1));
	expect(error?.message).toMatch(/^The service returned more than 1,000,000 rows for one list\./);
	expect(items).toEqual([]);
});

test('20 messages whose responses have millions of values have an unknown outcome', async () => {
	raw = await startPacked(`{"sms_id":7,"status":"NEW","more":[${'{},'.repeat(MILLION)}{}]}`);
	const longest = await longestParsed(async () => {
		const { error } = await run(raw, { ...sendSms(), items: people(20) });
		expect(error?.message).toMatch(
			/^The response has more than 50,000 values and was not read completely\. The message may have been sent/,
		);
	});
	expect(longest).toBeLessThan(MILLION);
});

test('the limit of values applies to all pages of a list together', async () => {
	let id = 0;
	raw = await startRawService((_request, response) => {
		const more = '1,'.repeat(70_000);
		response.end(`{"status":"OK","result":[{"message_id":${++id},"more":[${more}1]}]}`);
	});
	const { error, items } = await run(raw, mailings);
	expect(error?.message).toBe(
		'The response has more than 150,000 values, including the earlier pages',
	);
	expect([items, raw.requests.length]).toEqual([[], 3]);
});
