import { setTimeout as after } from 'node:timers/promises';
import { Deadline } from '../../nodes/shared/http/deadline';

/** How often it was called. */
const callsOf = (spy: jest.SpyInstance): number => spy.mock.calls.length;

let timeouts: jest.SpyInstance;
beforeEach(() => {
	jest.spyOn(performance, 'now').mockReturnValue(1_000_000);
	timeouts = jest.spyOn(AbortSignal, 'timeout');
});
afterEach(() => jest.restoreAllMocks());

test('ends all requests that share a timer, and no later ones', async () => {
	const [one, two, later] = [new Deadline(20), new Deadline(80), new Deadline(60_000)];
	expect([one, two, later].map(({ timedOut }) => timedOut)).toEqual([false, false, false]);
	await after(200);
	expect([one, two, later].map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
	expect([one, two, later].map(({ timedOut }) => timedOut)).toEqual([true, true, false]);
	for (const request of [one, two, later]) request.clear();
});

test('gives requests that start together one timer, and each a signal', () => {
	const all = Array.from({ length: 50 }, () => new Deadline(60_000));
	expect(callsOf(timeouts)).toBe(1);
	expect(timeouts).toHaveBeenCalledWith(60_000);
	expect(new Set(all.map(({ signal }) => signal)).size).toBe(50);
	for (const request of all.splice(1)) request.clear();
	all.push(new Deadline(60_000));
	expect(callsOf(timeouts)).toBe(1);
	for (const request of all) request.clear();
});

test('ends a request at most a tenth of a second late, and never early', () => {
	jest.spyOn(performance, 'now').mockReturnValue(1_000_001);
	new Deadline(1_000).clear();
	expect(timeouts).toHaveBeenCalledWith(1_099);
});

test('does not share the timer of an earlier request if the clock was set back', () => {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(1_050_000);
	const earlier = new Deadline(10_000);
	clock.mockReturnValue(1_000_000);
	const later = new Deadline(60_000);
	expect(timeouts.mock.calls).toEqual([[10_000], [60_000]]);
	for (const request of [earlier, later]) request.clear();
});

test('does not abort a cleared request, and drops the timer with the last one', async () => {
	const [one, two] = [new Deadline(50), new Deadline(50)];
	one.clear();
	await after(200);
	expect([one, two].map(({ signal }) => signal.aborted)).toEqual([false, true]);
	two.clear();
	new Deadline(50).clear();
	expect(callsOf(timeouts)).toBe(2);
});

describe('a cancelled execution', () => {
	test('cancelling an execution aborts its requests, and no timeout is reported', () => {
		const [mine, other] = [new AbortController(), new AbortController()];
		const requests = [mine, mine, other].map(({ signal }) => new Deadline(60_000, signal));
		mine.abort();
		expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
		expect(requests.map(({ timedOut }) => timedOut)).toEqual([false, false, false]);
		for (const request of requests) request.clear();
	});

	test('a cancelled execution starts no request', () => {
		const request = new Deadline(60_000, AbortSignal.abort());
		expect(request.signal.aborted).toBe(true);
		request.clear();
	});

	test('listens once to an execution, and only while it has requests', () => {
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
