import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '../../sandbox';
import { people, sendSms } from '../support/operations';
import { useFakeTime } from '../support/fakeTime';
import { json, startRawService } from '../support/rawService';
import { share } from '../support/thorough';
import { countRequestsTo, run, startTestSandbox } from '../support/sandboxHarness';
import { pause, until } from '../support/until';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startTestSandbox();
});
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.close());

const slowly = (delayMs: number) =>
	sandbox.fault({ kind: 'slow', times: 'forever', delayMs, operation: 'sendQuickSMS' });
const arrived = async (count: number) =>
	await until('the requests', 60, () => sandbox.requests.length >= count, 5);

/** Counts the connections and timers that keep the process alive. */
const resources = () => {
	const all = process.getActiveResourcesInfo();
	return ['TCPSocketWrap', 'TLSWrap', 'Timeout'].map(
		(kind) => all.filter((name) => name === kind).length,
	);
};

describe('requests to a slow service', () => {
	useFakeTime();

	test('send hundreds of items of two executions once, at most 10 at a time', async () => {
		slowly(50);
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
		expect(countRequestsTo(sandbox, 'sendQuickSMS')).toBe(2 * count);
	});

	test.each([1, 3, 50])('are at most %i at a time, as the option says', async (maxInFlight) => {
		slowly(200);
		const items = people(maxInFlight * 2);
		const { error } = await run(sandbox, { ...sendSms({ maxInFlight }), items });
		expect([error, sandbox.maxInFlight]).toEqual([undefined, maxInFlight]);
	});

	test('of one item do not wait for hundreds of items of another execution', async () => {
		slowly(5);
		const count = share(2_000, 150);
		const many = run(sandbox, { ...sendSms(), items: people(count), executionId: 'many' });
		await arrived(20);
		const alone = { ...sendSms(), items: people(1), executionId: 'single' };
		const single = await run(sandbox, alone);
		expect(single.error).toBeUndefined();
		expect(sandbox.requests.length).toBeLessThan(count * 0.75);
		await many;
	});

	/** Starts an execution that can be cancelled. */
	function begin(count: number) {
		let cancel = () => {};
		const onStart = (stop: () => void) => (cancel = stop);
		const setting = { ...sendSms(), items: people(count), executionId: 'cancelled', onStart };
		return { running: run(sandbox, setting), cancel: () => cancel() };
	}

	test('are not sent for waiting items of a cancelled execution', async () => {
		slowly(50);
		const { running, cancel } = begin(500);
		await arrived(30);
		cancel();
		const begun = sandbox.requests.length;
		await running;
		await pause(60_000);
		// Aborted requests may arrive late, but no others follow.
		expect(sandbox.requests.length).toBeLessThanOrEqual(begun + 10);
	});

	test('of a cancelled execution free their slots for other executions', async () => {
		sandbox.fault({ kind: 'hang', times: 10 });
		const { running, cancel } = begin(30);
		await arrived(10);
		const other = run(sandbox, { ...sendSms(), items: people(1), executionId: 'other' });
		await pause(50);
		cancel();
		const { error, items } = await other;
		await running;
		expect([error, items.length]).toEqual([undefined, 1]);
	});
});

describe('a step while all threads of Node.js are busy', () => {
	let folder: string;
	let pipe: string;
	let threads: Array<Promise<FileHandle>>;
	let freed: number;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'busy-'));
		pipe = join(folder, 'pipe');
		execFileSync('mkfifo', [pipe]);
		freed = 0;
		// Each open() occupies a thread until the other end of the pipe is opened.
		threads = Array.from({ length: Number(process.env.UV_THREADPOOL_SIZE ?? 4) }, async () => {
			const reader = await open(pipe, 'r');
			freed++;
			return reader;
		});
	});
	afterEach(async () => {
		const bothEnds = openSync(pipe, 'r+');
		for (const reader of await Promise.all(threads)) await reader.close();
		closeSync(bothEnds);
		rmSync(folder, { recursive: true });
	});

	test('sends requests', async () => {
		const { error, items } = await run(sandbox, { ...sendSms(), items: people(2) });
		expect([error, items.length, freed]).toEqual([undefined, 2, 0]);
	});
});

test('a run leaves no socket and no timer open', async () => {
	const service = await startRawService(json({ sms_id: 1, status: 'NEW', parts: 1 }));
	await run(service, { ...sendSms(), items: people(1) });
	const left = () => resources().map((count, n) => count - before[n]);
	await until('the run has ended', 30, () => service.open === 0);
	const before = resources();
	const late = await startRawService(() => {});
	const results = await Promise.all([
		run(service, { ...sendSms(), items: people(50) }),
		run(late, { ...sendSms({ timeout: 1 }), items: people(5) }),
	]);
	expect(results.map(({ error }) => error?.message)).toEqual([
		undefined,
		expect.stringMatching(/did not respond in time/),
	]);
	await until('both services are left', 30, () => service.open + late.open === 0);
	await late.close();
	await until('sockets and timers end', 30, () => left().every((count) => count <= 0));
	await service.close();
});
