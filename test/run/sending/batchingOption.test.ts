import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox';
import { prepare, run, startService } from '../../faults/sandboxHarness';
import { importContacts } from '../../faults/operations';
import { bulk, code, contacts, emailBatch, itemsOf, type Kind, kinds, sms } from './kinds';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startService();
});
beforeEach(async () => {
	sandbox.reset();
	await prepare(sandbox, 1);
});
afterAll(async () => await sandbox.close());

const INTERVAL = 400;
const batchOf = (batchSize: number, batchInterval = INTERVAL): INodeParameters => ({
	batching: { batch: { batchSize, batchInterval } },
});
/** Every contact goes in a request of its own: no two have the same columns. */
const imports: Kind = {
	...contacts,
	made: (options) => {
		const { node, parameters } = importContacts(options);
		const bit = (n: number) => `={{ Number($json.phone) & ${n} ? "yes" : "" }}`;
		const value = { phone: '={{ $json.value }}', A: bit(1), B: bit(2), C: bit(4) };
		const columns = { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] };
		return { node, parameters: { ...parameters, columns } };
	},
};
const list = kinds.find(({ title }) => title === 'a list') ?? sms;
const tested: Array<[string, Kind, INodeParameters]> = [
	['a single send', sms, {}],
	['a generated code', code, {}],
	['a list', list, {}],
	['a batch of several requests', bulk, { recipientsPerRequest: 1 }],
	['an email batch of several requests', emailBatch, { recipientsPerRequest: 1 }],
	['an import of several requests', imports, {}],
];
const modes = [
	['Stop', {}],
	['Continue', { onError: 'continueRegularOutput' }],
	['an error output', { onError: 'continueErrorOutput' }],
] as const;

/** When each request came, in intervals after the first. */
function turns({ sends }: Kind): number[] {
	const times = sandbox.requests
		.filter(({ operation }) => operation === sends)
		.map(({ startedAt }) => startedAt);
	return times.map((time) => Math.round((time - times[0]) / INTERVAL));
}

/** None comes before its turn; on a busy machine one may come up to an interval late. */
function expectTurns(kind: Kind, expected: number[]): void {
	const came = turns(kind);
	expect(came).toHaveLength(expected.length);
	const late = came.map((turn, n) => turn - expected[n]);
	expect(late.filter((turn) => turn !== 0 && turn !== 1)).toEqual([]);
}

const sending = async (
	kind: Kind,
	options: INodeParameters,
	requestOptions: INodeParameters,
	more: object = {},
) => {
	const made = kind.made(options);
	const parameters = { ...made.parameters, requestOptions };
	return await run(sandbox, { ...made, parameters, items: itemsOf(kind, 5), ...more });
};

describe.each(tested)('%s', (_, kind, options) => {
	test.each(modes)('waits after every second request under %s', async (__, mode) => {
		const { error } = await sending(kind, options, batchOf(2), mode);
		expect(error).toBeUndefined();
		expectTurns(kind, [0, 0, 1, 1, 2]);
	});

	test('keeps the pace under Continue if a request fails', async () => {
		sandbox.fault({ kind: 'error200', operation: kind.sends, skip: 1 });
		await sending(kind, options, batchOf(2), { onError: 'continueRegularOutput' });
		expectTurns(kind, [0, 0, 1, 1, 2]);
	});

	test('ends its waiting under Stop when a request fails', async () => {
		sandbox.fault({ kind: 'error200', operation: kind.sends });
		const began = Date.now();
		const { error } = await sending(kind, options, batchOf(1, 20_000));
		expect(error).toBeDefined();
		expect(Date.now() - began).toBeLessThan(10_000);
		expectTurns(kind, [0]);
	});
});

test("waits as n8n's default says if nothing was entered: 50 at a time", async () => {
	const made = sms.made();
	const parameters = { ...made.parameters, requestOptions: { batching: { batch: {} } } };
	await run(sandbox, { ...made, parameters, items: itemsOf(sms, 51) });
	const times = sandbox.requests
		.filter(({ operation }) => operation === sms.sends)
		.map(({ startedAt }) => startedAt);
	const gaps = times.slice(1).map((time, n) => time - times[n]);
	expect(gaps[49]).toBeGreaterThan(400);
	expect(Math.max(...gaps.slice(0, 49))).toBeLessThan(gaps[49]);
});

test.each([0, -1])('takes a batch size of %i for 1, as n8n does', async (batchSize) => {
	await sending(sms, {}, batchOf(batchSize));
	expectTurns(sms, [0, 1, 2, 3, 4]);
});

test('waits before what a later try still has to send', async () => {
	sandbox.fault({ kind: 'error200', operation: sms.sends, skip: 1 });
	const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const { error } = await sending(sms, { maxInFlight: 1 }, batchOf(1), retry);
	expect(error).toBeUndefined();
	expectTurns(sms, [0, 1, 1, 2, 3, 4]);
});
