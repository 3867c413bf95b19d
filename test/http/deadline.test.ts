import { Deadline } from '../../nodes/shared/http/deadline';
import { useFakeTime } from '../support/fakeTime';
import { pause } from '../support/until';

useFakeTime();

const callsOf = (spy: jest.SpyInstance): number => spy.mock.calls.length;

test('the shared timer aborts all requests whose time is up, and no later ones', async () => {
	const [one, two, later] = [new Deadline(20), new Deadline(80), new Deadline(60_000)];
	expect([one, two, later].map(({ hasTimedOut: timedOut }) => timedOut)).toEqual([
		false,
		false,
		false,
	]);
	await pause(200);
	expect([one, two, later].map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
	expect([one, two, later].map(({ hasTimedOut: timedOut }) => timedOut)).toEqual([
		true,
		true,
		false,
	]);
	for (const request of [one, two, later]) request.removeListeners();
});

test('the shared timer does not abort a request that has ended', async () => {
	const [one, two] = [new Deadline(50), new Deadline(50)];
	one.removeListeners();
	await pause(200);
	expect([one, two].map(({ signal }) => signal.aborted)).toEqual([false, true]);
	two.removeListeners();
});

describe('a cancelled execution', () => {
	test('aborts its requests, and reports no timeout', () => {
		const [mine, other] = [new AbortController(), new AbortController()];
		const requests = [mine, mine, other].map(({ signal }) => new Deadline(60_000, signal));
		mine.abort();
		expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
		expect(requests.map(({ hasTimedOut: timedOut }) => timedOut)).toEqual([
			false,
			false,
			false,
		]);
		for (const request of requests) request.removeListeners();
	});

	test('starts no request', () => {
		const request = new Deadline(60_000, AbortSignal.abort());
		expect(request.signal.aborted).toBe(true);
		request.removeListeners();
	});

	test('has one abort listener, and only while it has requests', () => {
		const { signal } = new AbortController();
		const [add, remove] = [
			jest.spyOn(signal, 'addEventListener'),
			jest.spyOn(signal, 'removeEventListener'),
		];
		const requests = Array.from({ length: 30 }, () => new Deadline(60_000, signal));
		expect([add, remove].map(callsOf)).toEqual([1, 0]);
		for (const request of requests) request.removeListeners();
		expect([add, remove].map(callsOf)).toEqual([1, 1]);
		expect(remove.mock.calls[0].slice(0, 2)).toEqual(add.mock.calls[0].slice(0, 2));
	});
});
