import type { INodeParameters } from 'n8n-workflow';
import { useFakeTime } from '../../support/fakeTime';
import { run, useSandbox, sandbox } from '../../support/sandboxHarness';
import { importContacts } from '../../support/operations';
import { shareOf } from '../../support/thorough';
import { bulk, code, contacts, emailBatch, itemsOf, type Kind, kinds, sms } from './kinds';

const { blockFor } = useFakeTime();

useSandbox(1);

const INTERVAL = 100;
const batchOf = (batchSize: number, batchInterval = INTERVAL): INodeParameters => ({
	batching: { batch: { batchSize, batchInterval } },
});
/** Contacts with different columns need separate requests. */
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

let began = 0;

/** Returns the time of each request, in milliseconds from the start of the run. */
const cameAt = ({ sends }: Kind) =>
	sandbox.requests
		.filter(({ operation }) => operation === sends)
		.map(({ startedAt }) => startedAt - began);

const sending = async (
	kind: Kind,
	options: INodeParameters,
	requestOptions: INodeParameters,
	more: object = {},
) => {
	const made = kind.made(options);
	const parameters = { ...made.parameters, requestOptions };
	began = Date.now();
	return await run(sandbox, { ...made, parameters, items: itemsOf(kind, 5), ...more });
};

test.each(
	tested.flatMap(([title, kind, options], turn) =>
		shareOf(modes, 3, turn).map(([name, mode]) => [title, name, kind, options, mode] as const),
	),
)('Batching waits after every second request: %s, %s', async (_, __, kind, options, mode) => {
	const { error } = await sending(kind, options, batchOf(2), mode);
	expect(error).toBeUndefined();
	expect(cameAt(kind)).toEqual([0, 0, 100, 100, 200]);
});

test.each(tested)('Batching with Continue keeps its pace after a failure: %s', async (...row) => {
	const [, kind, options] = row;
	sandbox.fault({ kind: 'error200', operation: kind.sends, skip: 1 });
	await sending(kind, options, batchOf(2), { onError: 'continueRegularOutput' });
	expect(cameAt(kind)).toEqual([0, 0, 100, 100, 200]);
});

test.each(tested)('Batching with Stop ends its pause when a request fails: %s', async (...row) => {
	const [, kind, options] = row;
	sandbox.fault({ kind: 'error200', operation: kind.sends });
	const { error } = await sending(kind, options, batchOf(1, 20_000));
	expect(error).toBeDefined();
	expect(Date.now() - began).toBeLessThanOrEqual(200);
	expect(cameAt(kind)).toEqual([0]);
});

test.each([
	[50, 0],
	[51, 1_000],
])(
	"a step waits with n8n's defaults if Batching has no values: %i requests, %i ms",
	async (count, last) => {
		const items = itemsOf(sms, count);
		const { error } = await sending(sms, {}, { batching: { batch: {} } }, { items });
		expect([error, cameAt(sms).length]).toEqual([undefined, count]);
		expect(cameAt(sms).slice(-2)).toEqual([0, last]);
	},
);

test.each([0, -1])('a step treats a batch size of %i as 1, as n8n does', async (batchSize) => {
	await sending(sms, {}, batchOf(batchSize));
	expect(cameAt(sms)).toEqual([0, 100, 200, 300, 400]);
});

test('Batching keeps its pace after the service was slow', async () => {
	sandbox.fault({ kind: 'slow', times: 1, delayMs: 5 * INTERVAL, operation: sms.sends });
	const { error } = await sending(sms, { maxInFlight: 1 }, batchOf(1));
	expect([error, cameAt(sms)]).toEqual([undefined, [0, 500, 600, 700, 800]]);
});

test.each([1, 5])('Batching keeps its pace if n8n was busy, %i in flight', async (maxInFlight) => {
	setTimeout(() => blockFor(5 * INTERVAL), INTERVAL / 2);
	const { error } = await sending(sms, { maxInFlight }, batchOf(1));
	expect([error, cameAt(sms)]).toEqual([undefined, [0, 550, 650, 750, 850]]);
});

test('a later try waits before the items that it still has to send', async () => {
	sandbox.fault({ kind: 'error200', operation: sms.sends, skip: 1 });
	const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const { error } = await sending(sms, { maxInFlight: 1 }, batchOf(1), retrying);
	expect(error).toBeUndefined();
	// The second try begins after the second request has failed, and begins with that request.
	expect(cameAt(sms)).toEqual([0, 100, 101, 201, 301, 401]);
});
