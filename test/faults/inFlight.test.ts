import { scrypt } from 'node:crypto';
import type { Sandbox } from '../../sandbox';
import { people, sendSms } from '../support/operations';
import { json, startRaw } from '../support/rawService';
import { share } from '../support/thorough';
import { requestsTo, run, startService } from '../support/sandboxHarness';

jest.setTimeout(90_000);

let sandbox: Sandbox;
afterEach(async () => await sandbox.close());

const slowly = async (delayMs: number): Promise<Sandbox> => {
	sandbox = await startService();
	sandbox.fault({ kind: 'slow', times: 'forever', delayMs, operation: 'sendQuickSMS' });
	return sandbox;
};

const tick = (milliseconds: number) =>
	new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
async function arrived(count: number): Promise<void> {
	for (let n = 0; sandbox.requests.length < count; n++) {
		if (n > 2_000) throw new Error(`only ${sandbox.requests.length} of ${count} came`);
		await tick(5);
	}
}
/** How many connections and timers keep the process alive. */
const resources = () => {
	const all = process.getActiveResourcesInfo();
	return ['TCPSocketWrap', 'TLSWrap', 'Timeout'].map(
		(kind) => all.filter((name) => name === kind).length,
	);
};

/** How many are there besides. On a busy machine the last timers end a little later. */
async function leftBesides(before: number[]): Promise<number[]> {
	const more = () => resources().map((count, n) => Math.max(0, count - before[n]));
	for (let n = 0; n < 100 && more().some((count) => count > 0); n++) await tick(50);
	return more();
}

test('sends hundreds of items of two executions once, at most 10 at a time', async () => {
	await slowly(50);
	const count = share(1_000, 50);
	const items = people(count);
	const made = sendSms();
	const results = await Promise.all([
		run(sandbox, { ...made, items, executionId: 'one' }),
		run(sandbox, { ...made, items, executionId: 'two' }),
	]);
	expect(results.map(({ items: out, error }) => [out.length, error])).toEqual([
		[count, undefined],
		[count, undefined],
	]);
	expect(sandbox.maxInFlight).toBe(10);
	expect(requestsTo(sandbox, 'sendQuickSMS')).toBe(2 * count);
});

test.each([1, 3, 50])(
	'sends at most %i requests at a time, as the option says',
	async (maxInFlight) => {
		await slowly(200);
		const items = people(maxInFlight * 2);
		const { error } = await run(sandbox, { ...sendSms({ maxInFlight }), items });
		expect([error, sandbox.maxInFlight]).toEqual([undefined, maxInFlight]);
	},
);

describe('while the threads of Node are busy', () => {
	/** Four threads derive keys for a while, as other work of n8n may. */
	function busyThreads() {
		const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 };
		const derive = () =>
			new Promise<void>((resolve) => {
				scrypt('password', 'salt', 32, cost, () => resolve());
			});
		const tasks = Array.from({ length: 4 }, derive);
		const threads = { areBusy: true, end: Promise.all(tasks) };
		void Promise.race(tasks).then(() => (threads.areBusy = false));
		return threads;
	}

	test('requests are sent', async () => {
		await slowly(0);
		const threads = busyThreads();
		const { error, items } = await run(sandbox, { ...sendSms(), items: people(2) });
		expect([error, items.length, threads.areBusy]).toEqual([undefined, 2, true]);
		await threads.end;
	});
});

test('one item does not wait for hundreds of items of another execution', async () => {
	await slowly(5);
	const count = share(2_000, 150);
	const many = run(sandbox, { ...sendSms(), items: people(count), executionId: 'many' });
	await arrived(20);
	const since = Date.now();
	const single = await run(sandbox, { ...sendSms(), items: people(1), executionId: 'single' });
	expect(single.error).toBeUndefined();
	expect(Date.now() - since).toBeLessThan(2_000);
	expect(sandbox.requests.length).toBeLessThan(count * 0.75);
	await many;
});

describe('a cancelled execution', () => {
	test('a cancelled execution sends none of its waiting items', async () => {
		await slowly(50);
		let cancel = () => {};
		const running = run(sandbox, {
			...sendSms(),
			items: people(500),
			started: (stop) => (cancel = stop),
		});
		await arrived(30);
		cancel();
		const begun = sandbox.requests.length;
		await running;
		await tick(600);
		// Those on their way are cut off, and may come late. Nobody sends after that.
		expect(sandbox.requests.length).toBeLessThanOrEqual(begun + 10);
	});

	test('a cancelled execution frees its slots for others', async () => {
		sandbox = await startService();
		sandbox.fault({ kind: 'hang', times: 10 });
		let cancel = () => {};
		const running = run(sandbox, {
			...sendSms(),
			items: people(30),
			executionId: 'hanging',
			started: (stop) => (cancel = stop),
		});
		await arrived(10);
		const other = run(sandbox, { ...sendSms(), items: people(1), executionId: 'other' });
		await tick(50);
		cancel();
		const { error, items } = await other;
		await running;
		expect([error, items.length]).toEqual([undefined, 1]);
	});
});

test('leaves no socket and no timer behind', async () => {
	sandbox = await startService();
	const service = await startRaw(json({ sms_id: 1, status: 'NEW', parts: 1 }));
	await run(service, { ...sendSms(), items: people(1) });
	await tick(100);
	const before = resources();
	const late = await startRaw(() => {});
	const results = await Promise.all([
		run(service, { ...sendSms(), items: people(50) }),
		run(late, { ...sendSms({ timeout: 1 }), items: people(5) }),
	]);
	expect(results.map(({ error }) => error?.message)).toEqual([
		undefined,
		expect.stringMatching(/did not respond in time/),
	]);
	await tick(200);
	expect([service.open, late.open]).toEqual([0, 0]);
	await late.close();
	expect(await leftBesides(before)).toEqual([0, 0, 0]);
	await service.close();
});
