import http from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import * as retry from '../../../nodes/shared/http/retry';
import type { Sandbox } from '../../../sandbox';
import { prepare, run, startService } from '../../support/sandboxHarness';
import { importContacts } from '../../support/operations';
import { shareOf } from '../../support/thorough';
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

const INTERVAL = 100;
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

/** How long each wait before a batch was to take. */
let waits: number[] = [];
let began = 0;
beforeEach(() => {
	const { sleepUnlessCancelled } = retry;
	waits = [];
	jest.spyOn(retry, 'sleepUnlessCancelled').mockImplementation(async (pause, ...more) => {
		waits.push(pause);
		await sleepUnlessCancelled(pause, ...more);
	});
});
afterEach(() => jest.restoreAllMocks());

const cameAt = ({ sends }: Kind) =>
	sandbox.requests
		.filter(({ operation }) => operation === sends)
		.map(({ startedAt }) => startedAt);

/** Each batch waits once, for no longer than it must, and no request comes before its turn. */
function expectTurns(kind: Kind, expected: number[]): void {
	const came = cameAt(kind);
	expect(came).toHaveLength(expected.length);
	expect(waits).toHaveLength(Math.max(...expected));
	expect(Math.max(...waits)).toBeLessThanOrEqual(INTERVAL);
	// A timer may be a few milliseconds early by this clock.
	const early = came.filter((time, n) => time < began + expected[n] * INTERVAL - 5);
	expect(early).toEqual([]);
}

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

describe.each(tested.map((one, turn) => [...one, turn] as const))(
	'%s',
	(_, kind, options, turn) => {
		test.each(shareOf(modes, 3, turn))(
			'waits after every second request under %s',
			async (__, mode) => {
				const { error } = await sending(kind, options, batchOf(2), mode);
				expect(error).toBeUndefined();
				expectTurns(kind, [0, 0, 1, 1, 2]);
			},
		);

		test('keeps the pace under Continue if a request fails', async () => {
			sandbox.fault({ kind: 'error200', operation: kind.sends, skip: 1 });
			await sending(kind, options, batchOf(2), { onError: 'continueRegularOutput' });
			expectTurns(kind, [0, 0, 1, 1, 2]);
		});

		test('ends its waiting under Stop when a request fails', async () => {
			sandbox.fault({ kind: 'error200', operation: kind.sends });
			const { error } = await sending(kind, options, batchOf(1, 20_000));
			expect(error).toBeDefined();
			expect(Date.now() - began).toBeLessThan(10_000);
			expect(cameAt(kind)).toHaveLength(1);
		});
	},
);

test.each([
	[50, 0],
	[51, 1],
])(
	"waits as n8n's default says if nothing was entered: %i requests, %i waits",
	async (count, expected) => {
		const items = itemsOf(sms, count);
		const { error } = await sending(sms, {}, { batching: { batch: {} } }, { items });
		expect([error, cameAt(sms).length, waits.length]).toEqual([undefined, count, expected]);
		expect(Math.max(...cameAt(sms))).toBeGreaterThanOrEqual(began + expected * 500 - 5);
	},
);

test.each([0, -1])('takes a batch size of %i for 1, as n8n does', async (batchSize) => {
	await sending(sms, {}, batchOf(batchSize));
	expectTurns(sms, [0, 1, 2, 3, 4]);
});

/** When each request leaves. On a busy machine one may come late, and the next then seems too soon. */
function watchLeaving(): () => number[] {
	const left: number[] = [];
	const { request } = http;
	jest.spyOn(http, 'request').mockImplementation((...given: Parameters<typeof request>) => {
		left.push(performance.now());
		return request(...given);
	});
	return () => left.slice(1);
}
const hasted = (times: number[]) =>
	times.slice(1).filter((time, n) => time < times[n] + INTERVAL / 2);

test('keeps the pace after the service was slow', async () => {
	sandbox.fault({ kind: 'slow', times: 1, delayMs: 5 * INTERVAL, operation: sms.sends });
	const leaving = watchLeaving();
	const { error } = await sending(sms, { maxInFlight: 1 }, batchOf(1));
	const left = leaving();
	expect([error, left.length, hasted(left)]).toEqual([undefined, 4, []]);
});

test.each([1, 5])('keeps the pace after n8n was busy, with %i in flight', async (maxInFlight) => {
	const busy = setTimeout(() => {
		const end = Date.now() + 5 * INTERVAL;
		while (Date.now() < end);
	}, INTERVAL / 2);
	const leaving = watchLeaving();
	const { error } = await sending(sms, { maxInFlight }, batchOf(1));
	clearTimeout(busy);
	const left = leaving();
	expect([error, left.length, hasted(left)]).toEqual([undefined, 4, []]);
});

test('waits before what a later try still has to send', async () => {
	sandbox.fault({ kind: 'error200', operation: sms.sends, skip: 1 });
	const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const { error } = await sending(sms, { maxInFlight: 1 }, batchOf(1), retrying);
	expect([error, waits.length]).toEqual([undefined, 4]);
	const [, first, ...again] = cameAt(sms);
	expect(first).toBeGreaterThanOrEqual(began + INTERVAL - 5);
	// The second try begins after the second request has failed, and with that one.
	const early = again.filter((time, n) => time < first + n * INTERVAL - 5);
	expect([again.length, early]).toEqual([4, []]);
});
