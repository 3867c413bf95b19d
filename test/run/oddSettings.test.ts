import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import { byId } from '../contract/row';
import { importContacts, people, phoneOf, sendSms } from '../support/operations';
import { useFakeTime } from '../support/fakeTime';
import { requestsTo, run, startService } from '../support/sandboxHarness';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import { bulk, itemsOf, kinds, sms } from './sending/kinds';
import { descriptionOf, pairsOf, throwing } from './sending/observed';
import { autoColumns } from '../support/autoColumns';

useFakeTime();

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startService();
});
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.close());

const THROWS = "={{ $('No such step').first().json.a }}";
const goOn = { onError: 'continueRegularOutput' } as const;
const retrying = { retryOnFail: true, maxTries: 3 };
const errorsOf = (items: Array<{ json: IDataObject }>) => items.map(({ json }) => json.error);

const onceForAll: Array<[string, INodeParameters]> = [
	['a proxy', { requestOptions: { proxy: THROWS } }],
	['an option of the step', { options: { resendUnknown: THROWS } }],
	['a batching option', { requestOptions: { batching: { batch: { batchSize: THROWS } } } }],
];
describe.each(onceForAll)('%s that throws', (_, parameters) => {
	test.each([sms, bulk].map((kind) => [kind.title, kind] as const))(
		'sends nothing of %s, and is the error of every item under Continue',
		async (__, kind) => {
			const made = kind.made();
			const setting = { ...made, parameters: { ...made.parameters, ...parameters } };
			const items = itemsOf(kind, 3);
			expect(descriptionOf(await run(sandbox, { ...setting, items }))).toMatch(
				/^Nothing was/,
			);
			const result = await run(sandbox, { ...setting, ...goOn, ...retrying, items });
			expect(errorsOf(result.items)).toEqual(Array(3).fill("Referenced node doesn't exist"));
			expect(pairsOf(result.items)).toEqual([[0], [1], [2]]);
			expect(sandbox.requests).toEqual([]);
		},
	);
});

test('a batch whose recipients are all wrong sends nothing', async () => {
	const items = itemsOf(bulk, 3, { 0: { value: 'a' }, 1: { value: 'b' }, 2: { throws: true } });
	const result = await run(sandbox, { ...bulk.made(), ...goOn, ...retrying, items });
	expect(pairsOf(result.items)).toEqual([[0], [1], [2]]);
	expect(sandbox.requests).toEqual([]);
});

test('an import sends each contact to the list of its item, and counts all', async () => {
	await run(sandbox, {
		node: 'messagingServiceContacts',
		parameters: { resource: 'list', operation: 'create', name: 'New' },
	});
	const other = sandbox.state.lists.find(({ name }) => name === 'New')?.id ?? 0;
	const made = importContacts();
	const listId = { ...byId(''), value: '={{ $json.list }}' };
	const value = { phone: '={{ $json.phone }}' };
	const columns = { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] };
	const parameters = { ...made.parameters, listId, columns };
	const items = people(4).map(({ json }, n) => ({
		json: { ...json, list: n % 2 ? other : 1001 },
	}));
	const result = await run(sandbox, { ...made, parameters, items });
	expect(result.items.map(({ json }) => json.inserted)).toEqual([4]);
	expect(pairsOf(result.items)).toEqual([[0, 1, 2, 3]]);
	const phonesIn = (id: number) =>
		JSON.stringify(
			sandbox.state.lists.find((list) => list.id === id)?.contacts.map((one) => ({ ...one })),
		).match(/3805010\d+/g);
	expect(new Set(phonesIn(other))).toEqual(new Set([phoneOf(1), phoneOf(3)]));
});

test('columns whose names hold separators are not taken for others', async () => {
	const items = [
		{ json: { phone: phoneOf(0), 'A";"B': 'one' } },
		{ json: { phone: phoneOf(1), A: 'two', B: 'three' } },
	];
	const made = importContacts();
	const parameters = { ...made.parameters, columns: autoColumns(['A";"B', 'A', 'B']) };
	const result = await run(sandbox, { ...made, parameters, items });
	expect(result.error).toBeUndefined();
	expect(requestsTo(sandbox, 'importContacts')).toBe(2);
	expect(JSON.stringify(sandbox.requests)).not.toContain('undefined');
});

test('each item of a list has its limit', async () => {
	const list = kinds.find(({ title }) => title === 'a list') ?? sms;
	for (const name of ['Two', 'Three']) {
		await run(sandbox, {
			node: 'messagingServiceContacts',
			parameters: { resource: 'list', operation: 'create', name },
		});
	}
	const items = itemsOf(list, 3, { 0: { value: 2 }, 1: { value: 1 }, 2: { value: 3 } });
	const result = await run(sandbox, { ...list.made(), items });
	expect(pairsOf(result.items)).toEqual([[0], [0], [1], [2], [2], [2]]);
});

test('each item says whether its mailing is split by recipient', async () => {
	const { items: sent } = await run(sandbox, { ...bulk.made(), items: itemsOf(bulk, 3) });
	sandbox.advance(60_000);
	const { uuid } = sent[0].json;
	const parameters = {
		resource: 'batch',
		operation: 'getStatus',
		uuid: '={{ $json.uuid }}',
		options: { oneItemPerRecipient: '={{ $json.split }}' },
	};
	const items = [true, false, true].map((split) => ({ json: { uuid, split } }));
	const result = await run(sandbox, { node: 'messagingServiceSms', parameters, items });
	expect(pairsOf(result.items)).toEqual([[0], [0], [0], [1], [2], [2], [2]]);
});

test('an item without its file is an error of its own under Continue', async () => {
	const picture = kinds.find(({ title }) => title === 'a Viber picture') ?? sms;
	const items = itemsOf(picture, 3);
	delete items[1].files;
	const result = await run(sandbox, { ...picture.made(), ...goOn, items });
	expect(errorsOf(result.items)).toEqual([
		undefined,
		expect.stringContaining('has no binary field of that name'),
		undefined,
	]);
	expect(requestsTo(sandbox, picture.sends)).toBe(2);
});

test('a credential that is gone at the second try: the error says what the first has sent', async () => {
	const credentials = { baseUrl: sandbox.url, token: sandbox.token };
	sandbox.fault({ kind: 'error200', operation: sms.sends, skip: 1 });
	const items = throwing(itemsOf(sms, 2), {
		1: (attempt) => {
			if (attempt === 1)
				queueMicrotask(() => setTimeout(() => (credentials.baseUrl = ''), 200));
			return false;
		},
	});
	const made = sms.made({ maxInFlight: 1 });
	const retry = { ...retrying, waitBetweenTries: 1_000 };
	const result = await runNode({ ...made, ...retry, credentials, items });
	expect(result.error?.message).toMatch(/base URL/i);
	expect(descriptionOf(result)).toMatch(/Sent by an earlier try: item 0 \(sms_id \d+\)\./);
});

test('an ID of a megabyte does not fill the error', async () => {
	let sent = 0;
	const service = new Service(() =>
		sent++ < 2 ? { body: { sms_id: 'x'.repeat(1_000_000) } } : { body: { error: 'No' } },
	);
	const result = await runNode({ ...sendSms({ maxInFlight: 1 }), items: people(3) });
	service.close();
	expect(descriptionOf(result)).toMatch(/Sent: item 0 \(sms_id x+/);
	expect(descriptionOf(result).length).toBeLessThan(2_000);
});
