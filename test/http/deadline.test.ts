import { setTimeout as after } from 'node:timers/promises';
import { Deadline } from '../../nodes/shared/http/deadline';

/** How often it was called. */
const callsOf = (spy: jest.SpyInstance): number => spy.mock.calls.length;

let timeouts: jest.SpyInstance;
beforeEach(() => {
	jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
	timeouts = jest.spyOn(AbortSignal, 'timeout');
});
afterEach(() => jest.restoreAllMocks());

test('time is up for all who share it, not for those with more time', async () => {
	const [one, two, later] = [new Deadline(20), new Deadline(80), new Deadline(60_000)];
	expect([one, two, later].map(({ timedOut }) => timedOut)).toEqual([false, false, false]);
	await after(200);
	expect([one, two, later].map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
	expect([one, two, later].map(({ timedOut }) => timedOut)).toEqual([true, true, false]);
	for (const request of [one, two, later]) request.clear();
});

test('requests that start together share a timer, and each has a signal of its own', () => {
	const all = Array.from({ length: 50 }, () => new Deadline(60_000));
	expect(callsOf(timeouts)).toBe(1);
	expect(timeouts).toHaveBeenCalledWith(60_000);
	expect(new Set(all.map(({ signal }) => signal)).size).toBe(50);
	for (const request of all) request.clear();
});

test('it is never earlier than asked for, and at most a tenth of a second later', () => {
	jest.spyOn(Date, 'now').mockReturnValue(1_000_001);
	new Deadline(1_000).clear();
	expect(timeouts).toHaveBeenCalledWith(1_099);
});

test('who has ended is not stopped any more, and the last one gives the timer up', async () => {
	const [one, two] = [new Deadline(50), new Deadline(50)];
	one.clear();
	await after(200);
	expect([one, two].map(({ signal }) => signal.aborted)).toEqual([false, true]);
	two.clear();
	new Deadline(50).clear();
	expect(callsOf(timeouts)).toBe(2);
});

describe('a cancelled execution', () => {
	test('ends its own requests, and they are not late', () => {
		const [mine, other] = [new AbortController(), new AbortController()];
		const requests = [mine, mine, other].map(({ signal }) => new Deadline(60_000, signal));
		mine.abort();
		expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
		expect(requests.map(({ timedOut }) => timedOut)).toEqual([false, false, false]);
		for (const request of requests) request.clear();
	});

	test('lets no request begin', () => {
		const request = new Deadline(60_000, AbortSignal.abort());
		expect(request.signal.aborted).toBe(true);
		request.clear();
	});

	test('is listened to once, and no longer than there are requests', () => {
		const { signal } = new AbortController();
		const [add, remove] = [
			jest.spyOn(signal, 'addEventListener'),
			jest.spyOn(signal, 'removeEventListener'),
		];
		const requests = Array.from({ length: 30 }, () => new Deadline(60_000, signal));
		expect([add, remove].map(callsOf)).toEqual([1, 0]);
		for (const request of requests) request.clear();
		expect([add, remove].map(callsOf)).toEqual([1, 1]);
		expect(remove.mock.calls[0].slice(0, 2)).toEqual(add.mock.calls[0].slice(0, 2));
	});
});
