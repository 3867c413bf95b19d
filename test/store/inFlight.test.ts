import { getEventListeners } from 'node:events';
import { reserveKeys } from '../../nodes/shared/store/inProcess';

const order: string[] = [];
beforeEach(() => void order.splice(0));

async function reserve(
	name: string,
	keys: string[],
	{ step = 'step', signal = undefined as AbortSignal | undefined } = {},
) {
	const free = await reserveKeys(step, keys, signal);
	order.push(name);
	return free;
}

test('a reservation waits for the others that have one of its keys', async () => {
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

test('keys of another step are free', async () => {
	const free = await reserve('first', ['a']);
	(await reserve('second', ['a'], { step: 'other' }))();
	free();
	expect(order).toEqual(['first', 'second']);
});

test('a cancelled execution stops waiting, and reserves nothing', async () => {
	const free = await reserve('first', ['a']);
	const controller = new AbortController();
	const cancelled = reserve('second', ['a', 'b'], { signal: controller.signal });
	controller.abort();
	await expect(cancelled).rejects.toThrow('The execution was cancelled before anything was sent');
	(await reserve('third', ['b']))();
	free();
	(await reserve('fourth', ['a']))();
	expect(order).toEqual(['first', 'third', 'fourth']);
});

test('an execution that has its keys does not listen for its cancellation any more', async () => {
	const free = await reserve('first', ['a']);
	const { signal } = new AbortController();
	const second = reserve('second', ['a'], { signal });
	expect(getEventListeners(signal, 'abort')).toHaveLength(1);
	free();
	(await second)();
	expect(getEventListeners(signal, 'abort')).toEqual([]);
});
