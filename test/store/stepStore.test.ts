import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { ExecuteContext } from 'n8n-core';
import { createRunExecutionData, type WorkflowExecuteMode } from 'n8n-workflow';
import { waitAndReserveKeys, isLocked, withLock } from '../../nodes/shared/store/inProcess';
import { type KeyPurpose, type KeyStore, withKeyStore } from '../../nodes/shared/store/store';
import { type DuplicateStore, useDuplicateStore } from '../support/duplicateStore';
import { additionalDataFor, buildWorkflow } from '../support/engine/workflow';

describe('keys in flight', () => {
	const order: string[] = [];
	beforeEach(() => void order.splice(0));

	async function reserve(
		name: string,
		keys: string[],
		{ step = 'step', signal = undefined as AbortSignal | undefined } = {},
	) {
		const free = await waitAndReserveKeys(step, keys, signal);
		order.push(name);
		return free;
	}

	test('make a reservation wait for all others that have one of its keys', async () => {
		const freeFirst = await reserve('first', ['a', 'b']);
		const second = reserve('second', ['b', 'c']);
		const third = reserve('third', ['c']);
		const free = await third;
		expect(order).toEqual(['first', 'third']);
		freeFirst();
		await new Promise(setImmediate);
		expect(order).toEqual(['first', 'third']);
		free();
		(await second)();
		expect(order).toEqual(['first', 'third', 'second']);
	});

	test('do not make another step wait', async () => {
		const free = await reserve('first', ['a']);
		(await reserve('second', ['a'], { step: 'other' }))();
		free();
		expect(order).toEqual(['first', 'second']);
	});

	test('are not reserved by a cancelled execution, which stops waiting', async () => {
		const free = await reserve('first', ['a']);
		const controller = new AbortController();
		const cancelled = reserve('second', ['a', 'b'], { signal: controller.signal });
		controller.abort();
		await expect(cancelled).rejects.toThrow(
			'The execution was cancelled before anything was sent',
		);
		(await reserve('third', ['b']))();
		free();
		(await reserve('fourth', ['a']))();
		expect(order).toEqual(['first', 'third', 'fourth']);
	});

	test('leave no abort listener once they are reserved', async () => {
		const free = await reserve('first', ['a']);
		const { signal } = new AbortController();
		const second = reserve('second', ['a'], { signal });
		expect(getEventListeners(signal, 'abort')).toHaveLength(1);
		free();
		(await second)();
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});
});

describe('the lock of a name', () => {
	let log: string[];
	beforeEach(() => (log = []));

	const run = async (task: string, name = 'a', fails = false) =>
		await withLock(name, async () => {
			log.push(`${task} starts`);
			await turn();
			log.push(`${task} ends`);
			if (fails) throw new Error(task);
			return task;
		});
	const inTurn = (...tasks: string[]) =>
		tasks.flatMap((task) => [`${task} starts`, `${task} ends`]);

	test('makes a task wait for all earlier ones, even after the first of them has ended', async () => {
		const [first, second] = [run('first'), run('second')];
		await first;
		const third = run('third');
		expect(await Promise.all([second, third])).toEqual(['second', 'third']);
		expect(log).toEqual(inTurn('first', 'second', 'third'));
	});

	test('passes on the error of a task, and runs the next one', async () => {
		const [first, second] = [run('first', 'a', true), run('second')];
		await expect(first).rejects.toThrow('first');
		expect(await second).toBe('second');
		expect(log).toEqual(inTurn('first', 'second'));
	});

	test('does not delay tasks of other names', async () => {
		await Promise.all([run('one', 'a'), run('other', 'b')]);
		expect(log.slice(0, 2)).toEqual(['one starts', 'other starts']);
	});

	test('is held until the last task has ended, even if that fails', async () => {
		const [first, second] = [run('first'), run('second', 'a', true)];
		expect(['a', 'b'].map(isLocked)).toEqual([true, false]);
		await first;
		expect(isLocked('a')).toBe(true);
		await expect(second).rejects.toThrow('second');
		expect(isLocked('a')).toBe(false);
	});
});

describe('the store of keys', () => {
	const DAY = 86_400_000;
	const month: KeyPurpose = { name: 'test', minRememberDays: 30 };
	let table: DuplicateStore;

	beforeEach(async () => {
		table = await useDuplicateStore();
	});
	afterEach(() => jest.restoreAllMocks());

	/** Returns a step as n8n runs it. */
	async function step(mode: WorkflowExecuteMode = 'trigger', id = 'a') {
		const setting = { node: 'messagingServiceSms', parameters: {}, mode } as const;
		const { workflow, node: built } = await buildWorkflow(setting);
		const node = { ...built, id };
		const data = { main: [[{ json: {} }]] };
		const additional = await additionalDataFor(setting, workflow);
		const state = createRunExecutionData({});
		const input = [data.main[0], data, { node, data, source: null }] as const;
		return new ExecuteContext(workflow, node, additional, mode, state, 0, ...input, []);
	}

	const add = async (keys: string[], { at = step(), purpose = month } = {}) =>
		await withKeyStore(await at, purpose, async (store) => [...(await store.addNew(keys))]);

	const remove = async (keys: string[], at = step()) =>
		await withKeyStore(await at, month, async (store) => await store.remove(keys));

	const setDay = (day: number) => jest.spyOn(Date, 'now').mockReturnValue(day * DAY);

	test('finds the remembered keys, and does not add the others', async () => {
		await withKeyStore(
			await step(),
			month,
			async (store) => await store.addOrRenew(['a', 'b']),
		);
		const find = async (store: KeyStore) => [
			...(await store.findRememberedByAdding(['a', 'c'])),
		];
		for (let times = 0; times < 2; times++)
			expect(await withKeyStore(await step(), month, find)).toEqual(['a']);
		expect(await add(['a', 'b', 'c'])).toEqual(['c']);
	});

	test('returns the keys that it adds, without those remembered before', async () => {
		expect(await add(['a', 'b', 'a'])).toEqual(['a', 'b']);
		expect(await add(['b', 'c'])).toEqual(['c']);
		expect(await add([])).toEqual([]);
	});

	test('adds a key that was removed', async () => {
		await add(['a', 'b']);
		await remove(['a']);
		expect(await add(['a', 'b'])).toEqual(['a']);
	});

	test('remembers nothing in a test execution of the editor', async () => {
		const manual = { at: step('manual') };
		expect(await add(['a'], manual)).toEqual(['a']);
		expect(await add(['a'], manual)).toEqual(['a']);
		await remove(['a'], step('manual'));
		expect([table.rows.size, table.reads]).toEqual([0, 0]);
	});

	test('separates the keys of steps and of purposes', async () => {
		const other = { at: step('trigger', 'b') };
		await add(['a']);
		expect(await add(['a'], other)).toEqual(['a']);
		expect(await add(['a'], { purpose: { name: 'other', minRememberDays: 30 } })).toEqual([
			'a',
		]);
		await remove(['a'], other.at);
		expect(await add(['a'])).toEqual([]);
		expect(await add(['a'], other)).toEqual(['a']);
	});

	test('removes at most 100 hashes at a time, because n8n blocks its process meanwhile', async () => {
		const keys = Array.from({ length: 125 }, (_, index) => `key ${index}`);
		await add(keys);
		const removed = jest.spyOn(table, 'removeProcessed');
		await remove(keys);
		expect(removed.mock.calls.map(([hashes]) => hashes.length)).toEqual([100, 100, 50]);
		expect(await add(keys)).toEqual(keys);
	});

	test.each([1, 7, 30, 365])(
		'remembers a key for at least %i days, and for twice as many at most',
		async (days) => {
			const purpose = { name: 'test', minRememberDays: days };
			for (let begin = 20_000; begin < 20_000 + days; begin += days / 7) {
				const key = `key ${begin}`;
				setDay(begin);
				await add([key], { purpose });
				// A look-up does not extend the time.
				for (const part of [0.1, 0.5, 0.999]) {
					setDay(begin + days * part);
					expect(await add([key], { purpose })).toEqual([]);
				}
				setDay(begin + days * 2);
				expect(await add([key], { purpose })).toEqual([key]);
			}
		},
	);

	test('adds a key once if many executions add it at the same time', async () => {
		const at = Array.from({ length: 20 }, async () => await step());
		const added = await Promise.all(at.map(async (one) => await add(['a'], { at: one })));
		expect(added.flat()).toEqual(['a']);
	});

	/** Adds a key in two n8n processes at the same time. Each sleeps until its function in `wakeUps` is called. */
	async function addInTwoProcesses() {
		let other: typeof withKeyStore | undefined;
		// Another process has its own lock.
		await jest.isolateModulesAsync(async () => {
			({ withKeyStore: other } = await import('../../nodes/shared/store/store'));
		});
		const context = await step();
		const use = async (store: KeyStore) => [...(await store.addNew(['a']))];
		jest.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValue(1);
		const wakeUps: Array<() => void> = [];
		const sleeping = jest
			.spyOn(globalThis, 'setTimeout')
			.mockImplementation(((run: () => void) =>
				wakeUps.push(run)) as unknown as typeof setTimeout);
		const first = withKeyStore(context, month, use);
		const second = other?.(context, month, use);
		for (let turns = 0; wakeUps.length < 2 && turns < 1_000; turns++) await turn();
		expect(sleeping.mock.calls.map(([, ms]) => ms)).toEqual([0, 50]);
		return { first, second, wakeUps };
	}

	test('adds a key for only one of two n8n processes that add it at the same time', async () => {
		const { first, second, wakeUps } = await addInTwoProcesses();
		wakeUps[0]();
		expect(await first).toEqual(['a']);
		wakeUps[1]();
		expect(await second).toEqual([]);
	});

	test('does not remove the key that one of two n8n processes owns if the other cannot add it', async () => {
		const { first, second, wakeUps } = await addInTwoProcesses();
		wakeUps[0]();
		expect(await first).toEqual(['a']);
		table.beforeWrite = () => {
			table.beforeWrite = () => {};
			throw new Error('database is locked');
		};
		wakeUps[1]();
		await expect(second).rejects.toMatchObject({
			problem: expect.stringMatching(/^needs n8n's database/),
		});
		jest.restoreAllMocks();
		expect(await add(['a'])).toEqual([]);
	});

	test('makes as many reads and writes for 1,000 keys as for one', async () => {
		const all = Array.from({ length: 1_000 }, (_, index) => `key ${index}`);
		await add(['a']);
		const one = [table.reads, table.writes];
		expect(one).toEqual([2, 2]);
		await add(all);
		expect([table.reads, table.writes]).toEqual([4, 4]);
		await add(all);
		expect([table.reads, table.writes]).toEqual([5, 5]);
	});

	test('lets n8n keep only the latest million hashes of a step', async () => {
		await add(['a']);
		expect(table.kept).toBe(1_000_000);
	});

	test('passes only hashes of the keys to n8n', async () => {
		const [recorded, removed] = [
			jest.spyOn(table, 'checkProcessedAndRecord'),
			jest.spyOn(table, 'removeProcessed'),
		];
		await withKeyStore(await step(), month, async (store) => {
			await store.addNew(['order 1']);
			await store.addOrRenew(['order 2']);
			await store.findRememberedByAdding(['order 3']);
			await store.remove(['order 1']);
		});
		const given = [...recorded.mock.calls, ...removed.mock.calls].flatMap(([items]) => items);
		expect(new Set(given).size).toBe(5);
		for (const item of given) expect(item).toMatch(/^[\w+/]{43}=$/);
	});

	test('fails with advice if n8n provides no store', async () => {
		const context = await step();
		Object.assign(context, { helpers: {} });
		const used = withKeyStore(
			context,
			month,
			async (store: KeyStore) => await store.addNew(['a']),
		);
		await expect(used).rejects.toMatchObject({
			problem: expect.stringMatching(/^needs storage/),
			advice: expect.stringMatching(/^Use an AI Agent of version 3 or later/),
		});
	});
});
