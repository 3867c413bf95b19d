import { getEventListeners } from 'node:events';
import { withConcurrencyLimit, type SlotRequest } from '../../nodes/shared/http/concurrency';

/** Tasks of an own address, which end when they are told to; `order` has those that were started. */
function tasks(address: string) {
	const order: string[] = [];
	const ends = new Map<string, () => void>();
	const settled: string[] = [];
	const start = (name: string, turn: Partial<SlotRequest> = {}) => {
		const task = withConcurrencyLimit(
			{ baseUrl: address, execution: name[0], limit: 1, ...turn },
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

test('tasks start up to the limit, the others as places become free', async () => {
	const { order, start, end } = tasks('limit');
	const all = ['a1', 'a2', 'a3', 'a4'].map((name) => start(name, { limit: 2 }));
	await end();
	expect(order).toEqual(['a1', 'a2']);
	await end('a2');
	expect(order).toEqual(['a1', 'a2', 'a3']);
	await end('a1', 'a3');
	await end('a4');
	expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4']);
});

test('a place that is given back leaves the others taken', async () => {
	const { order, start, end } = tasks('taken');
	for (const name of ['a1', 'a2']) void start(name, { limit: 2 });
	await end('a1');
	for (const name of ['a3', 'a4']) void start(name, { limit: 2 });
	expect(order).toEqual(['a1', 'a2', 'a3']);
	await end('a2');
	expect(order).toEqual(['a1', 'a2', 'a3', 'a4']);
	await end('a3', 'a4');
});

test('executions take turns, each in its own order', async () => {
	const { order, start, end } = tasks('turns');
	for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void start(name);
	for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
	expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('addresses do not wait for each other', async () => {
	const [one, two] = [tasks('one'), tasks('two')];
	void one.start('a1');
	void two.start('a2');
	expect([one.order, two.order]).toEqual([['a1'], ['a2']]);
	await one.end('a1');
	await two.end('a2');
});

test('who wants fewer at a time gets its turn, and those behind wait with it', async () => {
	const { order, start, end } = tasks('fewer');
	void start('a1', { limit: 3 });
	void start('a2', { limit: 3 });
	void start('b1', { limit: 1 });
	void start('c1', { limit: 3 });
	await end('a1');
	expect(order).toEqual(['a1', 'a2']);
	await end('a2');
	expect(order).toEqual(['a1', 'a2', 'b1', 'c1']);
	await end('b1', 'c1');
});

test('a task that fails frees its place', async () => {
	const failing = withConcurrencyLimit(
		{ baseUrl: 'fails', execution: 'a', limit: 1 },
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
	test('before its turn never starts, even on a free place', async () => {
		const { order, start, end } = tasks('cancelled');
		const signal = AbortSignal.abort();
		await expect(start('a1', { signal })).rejects.toThrow(CANCELLED);
		void start('b1');
		await expect(start('a2', { signal })).rejects.toThrow(CANCELLED);
		expect(order).toEqual(['b1']);
		await end('b1');
	});

	test('while it waits gives up at once, all of it; the others go on in their order', async () => {
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

	test('is listened to only while one of its tasks waits', async () => {
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

	test('lets those behind it start when it was what they waited for', async () => {
		const { order, start, end } = tasks('blocker');
		const cancel = new AbortController();
		void start('a1', { limit: 3 });
		const blocker = start('b1', { limit: 1, signal: cancel.signal });
		void start('c1', { limit: 3 });
		expect(order).toEqual(['a1']);
		cancel.abort();
		await expect(blocker).rejects.toThrow(CANCELLED);
		expect(order).toEqual(['a1', 'c1']);
		await end('a1', 'c1');
	});

	test('of two tasks of one execution only the cancelled one gives up', async () => {
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

	test('while its task runs changes nothing here: it ends as it does, and what waits goes on', async () => {
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
