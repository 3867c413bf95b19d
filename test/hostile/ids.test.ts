import type { IDataObject } from 'n8n-workflow';
import { parseJson } from '../../nodes/shared/values/json';
import type { NodeName } from '../support/engine/nodeTypes';
import { openTrigger } from '../support/engine/poll';
import { importContacts, people, sendSms } from '../support/operations';
import type { RawService } from '../support/rawService';
import { credentialsOf, run } from '../support/sandboxHarness';
import { collectWarnings } from '../trigger/account';
import { startAnswering } from './hostileService';

jest.setTimeout(30_000);

let raw: RawService;
afterEach(async () => await raw?.close());

const BIG = '9007199254740993';

const sent: Array<[string, unknown]> = [
	['"7-a"', '7-a'],
	['1.0', 1],
	['-7', -7],
	['1e21', 1e21],
	[BIG, BIG],
	[`-${BIG}`, `-${BIG}`],
];

test.each(sent)('keeps the message ID %s unchanged', async (id, expected) => {
	raw = await startAnswering({ sendQuickSMS: `{"sms_id":${id},"status":"NEW"}` });
	const { error, items } = await run(raw, { ...sendSms(), items: people(1) });
	expect([error, items[0]?.json.sms_id]).toEqual([undefined, expected]);
});

test.each([
	[`"${BIG}"`, BIG],
	[`[${BIG}, ${BIG}5]`, [BIG, `${BIG}5`]],
	[`"say \\"${BIG}\\", or: ${BIG}, twice"`, `say "${BIG}", or: ${BIG}, twice`],
	[`{"a\\\\":${BIG}}`, { 'a\\': BIG }],
	['1234567890123456', 1234567890123456],
	['0.12345678901234567890', 0.12345678901234568],
	[`${BIG}.5`, 9007199254740994],
	[`${BIG}e2`, 900719925474099300],
	[`1e-${'0'.repeat(20)}1`, 0.1],
	[`[${BIG}`, undefined],
])('reads the exact number in the JSON %s', (json, expected) => {
	expect(parseJson(json)).toEqual(expected);
});

test.each([
	['an open string of escaped quotes', `["${'\\"'.repeat(500_000)}${BIG}`],
	['empty strings', `[${'"",'.repeat(500_000)}${BIG}`],
	['digits', `[${'1'.repeat(500_000)}.`],
])('gives up within two seconds on %s that are no JSON', (_, json) => {
	const since = Date.now();
	expect(parseJson(json)).toBeUndefined();
	expect(Date.now() - since).toBeLessThan(2_000);
});

const entry = (id: string, n: number) =>
	`{"id":${id},"delivery_id":${id},"phone":"38050100000${n}","message":"Text ${n}","status":"NEW"}`;
/** Twins that a careless reading would take for one. */
const ids = [
	'{"a":1}',
	'{"a":2}',
	'""',
	'""',
	'null',
	'null',
	BIG,
	'9007199254740992',
	'-1',
	'1.5',
	'1e21',
];

test.each(['viberReply', 'viberDelivery'])(
	'%s: the trigger emits each entry once',
	async (event) => {
		const text = `{"status":"OK","result":[${ids.map(entry).join(',')}]}`;
		raw = await startAnswering({ getNewIncomingMessages: text, getViberDeliveryList: text });
		const options = { includeExisting: true };
		const trigger = await openTrigger({
			node: 'messagingServiceTrigger',
			parameters: { event, mailings: 'selected', mailingIds: '5', options },
			credentials: credentialsOf(raw),
		});
		const texts = (await trigger.poll('activation')).map(({ json }) => String(json.message));
		expect(texts.sort()).toEqual(ids.map((_, n) => `Text ${n}`).sort());
		expect(await trigger.poll()).toEqual([]);
	},
);

test('does not mark replies without an ID as read', async () => {
	const replies = ['7', 'null', '{"a":1}'].map(entry).join(',');
	raw = await startAnswering({ getNewIncomingMessages: `{"status":"OK","result":[${replies}]}` });
	const options = { includeExisting: true, markAsRead: true };
	const trigger = await openTrigger({
		node: 'messagingServiceTrigger',
		parameters: { event: 'viberReply', mailings: 'selected', mailingIds: '5', options },
		credentials: credentialsOf(raw),
	});
	expect(await trigger.poll('activation')).toHaveLength(3);
	expect((trigger.state.state as IDataObject).toMarkAsRead).toEqual(['7']);
});

test('does not watch mailings without a number as ID, and logs a warning', async () => {
	const mailings = ['5', `"6"`, '7.0', BIG, 'null', '-3', '1e21', '{"a":1}'];
	const records = mailings.map((id) => `{"message_id":${id}}`).join(',');
	raw = await startAnswering({
		getViberMessages: `{"status":"OK","result":[${records}]}`,
		getNewIncomingMessages: '{"status":"OK","result":[]}',
	});
	const warnings = collectWarnings();
	const trigger = await openTrigger({
		node: 'messagingServiceTrigger',
		parameters: { event: 'viberReply', mailings: 'all', options: {} },
		credentials: credentialsOf(raw),
	});
	await trigger.poll('activation');
	expect(raw.requests.filter((url) => url.includes('getNewIncomingMessages'))).toHaveLength(4);
	expect(warnings).toEqual([
		expect.stringContaining('4 mailings without a numeric ID are ignored'),
	]);
});

const shapes: Array<[string, IDataObject[]]> = [
	['[{"phone":"1"}]', [{ message_id: 1, phone: '1' }]],
	['["380501000000"]', [{ message_id: 1, recipient: '380501000000' }]],
	[
		'{"0":{"phone":"1"},"4":{"phone":"2"}}',
		[1, 2].map((n) => ({ message_id: 1, phone: `${n}` })),
	],
	['[null, 5]', [null, 5].map((recipient) => ({ message_id: 1, recipient }))],
	['"none"', [{ message_id: 1, recipient: 'none' }]],
];

test.each(shapes)('returns all recipients of the shape %s', async (success, expected) => {
	raw = await startAnswering({ statusBulkSms: `[{"message_id":1,"success":${success}}]` });
	const { error, items } = await run(raw, {
		node: 'messagingServiceSms' as NodeName,
		parameters: {
			resource: 'batch',
			operation: 'getStatus',
			uuid: 'x',
			options: { oneItemPerRecipient: true },
		},
	});
	const added = { uuid: 'x', is_delivered: null, is_finished: false };
	expect([error, items.map(({ json }) => json)]).toEqual([
		undefined,
		expected.map((recipient) => ({ ...recipient, ...added })),
	]);
});

test.each(['[]', '{}', '5', '"done"'])(
	'an import with the result %s has an unknown outcome',
	async (result) => {
		raw = await startAnswering({ importContacts: `{"status":"OK","result":${result}}` });
		const { error, items } = await run(raw, { ...importContacts(), items: people(1) });
		expect([error?.message, items]).toEqual([
			expect.stringContaining('may have been executed'),
			[],
		]);
	},
);

const logs: Array<[string, IDataObject[]]> = [
	['{"0":{"index":0,"error_message":"bad"}}', [{ index: 0, error_message: 'bad' }]],
	['[null,"bad"]', [null, 'bad'].map((error_message) => ({ error_message, index: null }))],
	['[{"index":"__proto__"}]', [{ index: null }]],
];

test.each(logs)('keeps an import log of the shape %s and its counts', async (log, expected) => {
	raw = await startAnswering({
		importContacts: `{"status":"OK","result":{"inserted":"1","updated":{},"log":${log}}}`,
	});
	const { error, items } = await run(raw, { ...importContacts(), items: people(1) });
	expect(error).toBeUndefined();
	expect(items[0].json).toEqual({ inserted: 1, updated: 0, invalid: 0, log: expected });
});
