import { getEventListeners } from 'node:events';
import { runInSlot, type SlotRequest } from '../../nodes/shared/http/concurrency';

/** Tasks of one account, which end on request. `order` lists the started tasks. */
function tasks(account: string) {
	const order: string[] = [];
	const ends = new Map<string, () => void>();
	const settled: string[] = [];
	const start = (name: string, slot: Partial<SlotRequest> = {}) => {
		const task = runInSlot(
			{ accountId: account, executionId: name[0], maxInFlight: 1, ...slot },
			async () => {
				order.push(name);
				await new Promise<void>((resolve) => ends.set(name, resolve));
				return name;
			},
		);
		task.then(
			() => settled.push(name),
			() => settled.push(`${name} fails`),
		);
		return task;
	};
	const end = async (...names: string[]) => {
		for (const name of names) ends.get(name)?.();
		await new Promise(setImmediate);
	};
	return { order, settled, start, end };
}

const CANCELLED = 'The execution was cancelled before this item was sent';

test('the queue starts tasks up to the limit, and the others as slots become free', async () => {
	const { order, start, end } = tasks('limit');
	const all = ['a1', 'a2', 'a3', 'a4'].map((name) => start(name, { maxInFlight: 2 }));
	await end();
	expect(order).toEqual(['a1', 'a2']);
	await end('a2');
	expect(order).toEqual(['a1', 'a2', 'a3']);
	await end('a1');
	const more = [start('a5', { maxInFlight: 2 }), start('a6', { maxInFlight: 2 })];
	expect(order).toEqual(['a1', 'a2', 'a3', 'a4']);
	for (const names of [
		['a3', 'a4'],
		['a5', 'a6'],
	])
		await end(...names);
	const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'];
	expect(await Promise.all([...all, ...more])).toEqual(names);
});

test('the queue alternates between executions and keeps the order of each', async () => {
	const { order, start, end } = tasks('turns');
	for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void start(name);
	for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
	expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('the queue does not let accounts wait for each other', async () => {
	const [one, two] = [tasks('one'), tasks('two')];
	void one.start('a1');
	void two.start('a2');
	expect([one.order, two.order]).toEqual([['a1'], ['a2']]);
	await one.end('a1');
	await two.end('a2');
});

test('the queue does not let later tasks overtake a task with a lower limit', async () => {
	const { order, start, end } = tasks('fewer');
	void start('a1', { maxInFlight: 3 });
	void start('a2', { maxInFlight: 3 });
	void start('b1', { maxInFlight: 1 });
	void start('c1', { maxInFlight: 3 });
	await end('a1');
	expect(order).toEqual(['a1', 'a2']);
	await end('a2');
	expect(order).toEqual(['a1', 'a2', 'b1', 'c1']);
	await end('b1', 'c1');
});

test('the queue releases the slot of a task that fails', async () => {
	const failing = runInSlot(
		{ accountId: 'fails', executionId: 'a', maxInFlight: 1 },
		async () => {
			await new Promise(setImmediate);
			throw new Error('No');
		},
	);
	const { start, end, settled } = tasks('fails');
	void start('b1');
	await expect(failing).rejects.toThrow('No');
	await end('b1');
	expect(settled).toEqual(['b1']);
});

describe('an execution that is cancelled', () => {
	test('starts no task, even with a free slot', async () => {
		const { order, start, end } = tasks('cancelled');
		const signal = AbortSignal.abort();
		await expect(start('a1', { signal })).rejects.toThrow(CANCELLED);
		void start('b1');
		await expect(start('a2', { signal })).rejects.toThrow(CANCELLED);
		expect(order).toEqual(['b1']);
		await end('b1');
	});

	test('rejects all its waiting tasks and no others', async () => {
		const { order, settled, start, end } = tasks('waiting');
		const cancel = new AbortController();
		const { signal } = cancel;
		void start('a1');
		for (const name of ['b1', 'b2']) void start(name, { signal });
		for (const name of ['c1', 'c2']) void start(name);
		cancel.abort();
		await end();
		expect(settled).toEqual(['b1 fails', 'b2 fails']);
		for (const name of ['a1', 'c1', 'c2']) await end(name);
		expect(order).toEqual(['a1', 'c1', 'c2']);
	});

	test('has an abort listener only while one of its tasks waits', async () => {
		const { start, end } = tasks('listening');
		const { signal } = new AbortController();
		const listeners = () => getEventListeners(signal, 'abort').length;
		for (const name of ['a1', 'a2', 'a3']) void start(name, { signal });
		expect(listeners()).toBe(1);
		await end('a1');
		expect(listeners()).toBe(1);
		await end('a2');
		expect(listeners()).toBe(0);
		await end('a3');
	});

	test('starts the tasks behind its own with a lower limit', async () => {
		const { order, start, end } = tasks('blocker');
		const cancel = new AbortController();
		void start('a1', { maxInFlight: 3 });
		const blocker = start('b1', { maxInFlight: 1, signal: cancel.signal });
		void start('c1', { maxInFlight: 3 });
		expect(order).toEqual(['a1']);
		cancel.abort();
		await expect(blocker).rejects.toThrow(CANCELLED);
		expect(order).toEqual(['a1', 'c1']);
		await end('a1', 'c1');
	});

	test('rejects only the tasks of its signal', async () => {
		const { order, settled, start, end } = tasks('single');
		const cancel = new AbortController();
		void start('a1');
		void start('b1');
		void start('b2', { signal: cancel.signal });
		void start('b3');
		cancel.abort();
		for (const name of ['a1', 'b1', 'b3']) await end(name);
		expect(order).toEqual(['a1', 'b1', 'b3']);
		expect(settled[0]).toBe('b2 fails');
	});

	test('does not change the queue if its task already runs', async () => {
		const { settled, start, end } = tasks('running');
		const cancel = new AbortController();
		void start('a1');
		void start('b1', { signal: cancel.signal });
		void start('b2');
		await end('a1');
		cancel.abort();
		await end('b1');
		await end('b2');
		expect(settled).toEqual(['a1', 'b1', 'b2']);
	});
});
