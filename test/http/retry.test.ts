import type { Sandbox } from '../../sandbox';
import type { Effect } from '../../nodes/shared/api/endpoint';
import { chooseRetryDelayMs, sleepUnlessCancelled } from '../../nodes/shared/http/retry';
import { listPrepared, people, sendSms } from '../support/operations';
import { useFakeTime } from '../support/fakeTime';
import { json, type RawService, startRawService } from '../support/rawService';
import { prepareMessages, countRequestsTo, run, startTestSandbox } from '../support/sandboxHarness';

const defaultPolicy = { maxInFlight: 10, maxRateLimitSeconds: 60, isResendUnknownOn: false };

useFakeTime();

const NOW = Date.parse('2026-11-20T12:00:00Z');

const limited = { httpStatus: 429, message: 'Slow down' };

test('a rate limit delays the next attempt by at least 500 ms', () => {
	const at = { failedAttempts: 1, waitedMs: 0 };
	for (const retryAfterMs of [1, 499, 500])
		expect(chooseRetryDelayMs({ ...limited, retryAfterMs }, at, defaultPolicy, 'send')).toBe(
			500,
		);
});

test.each([
	[1, 500, 1_000],
	[2, 1_000, 2_000],
	[3, 2_000, 4_000],
	[9, 10_000, 20_000],
])(
	'a rate limit after attempt %i delays the next one by a random time from %i to %i ms',
	(attempt, least, most) => {
		const delay = () =>
			chooseRetryDelayMs(
				limited,
				{ failedAttempts: attempt, waitedMs: 0 },
				defaultPolicy,
				'send',
			) ?? 0;
		const all = Array.from({ length: 200 }, delay);
		expect(Math.min(...all)).toBeGreaterThanOrEqual(least);
		expect(Math.max(...all)).toBeLessThanOrEqual(most);
		expect(new Set(all.map(Math.round)).size).toBeGreaterThan(50);
	},
);

describe('a failed request', () => {
	const wait = (failure: object, attempt: number, effect: Effect) =>
		chooseRetryDelayMs(
			{ ...limited, httpStatus: 0, ...failure },
			{ failedAttempts: attempt, waitedMs: 0 },
			defaultPolicy,
			effect,
		);

	test.each<[string, object, number, boolean]>([
		['a server error', { httpStatus: 500 }, 1, true],
		['the second server error', { httpStatus: 599 }, 2, true],
		['the third server error', { httpStatus: 500 }, 3, false],
		['a lost connection', { hasConnectionFailed: true }, 1, true],
		['the third lost connection', { hasConnectionFailed: true }, 3, false],
		['no connection for another reason', {}, 1, false],
		['a rejection', { httpStatus: 499 }, 1, false],
		['an unreadable success', { httpStatus: 200 }, 1, false],
	])('is retried after %s only if it may be repeated', (_, failure, attempt, again) => {
		for (const effect of ['read', 'repeatableChange'] as const) {
			expect(wait(failure, attempt, effect) !== undefined).toBe(again);
		}
		for (const effect of ['change', 'send'] as const) {
			expect(wait(failure, attempt, effect)).toBeUndefined();
		}
	});

	test('is retried after half of the default wait if it is a read', () => {
		for (let n = 0; n < 100; n++) {
			const first = Number(wait({ httpStatus: 500 }, 1, 'read'));
			expect(first >= 250 && first <= 500).toBe(true);
		}
	});

	test('is not retried after a rate limit whose response has the ID of a sent message', () => {
		const contradiction = { httpStatus: 429, outcomeUnknown: true };
		expect(wait(contradiction, 1, 'send')).toBeUndefined();
		expect(wait(contradiction, 1, 'read')).toBeGreaterThan(0);
	});

	test('waits for the rate limit only as long as time remains', () => {
		const policy = { ...defaultPolicy, maxRateLimitSeconds: 5 };
		const left = (waited: number) =>
			chooseRetryDelayMs(
				{ ...limited, retryAfterMs: 3_000 },
				{ failedAttempts: 1, waitedMs: waited },
				policy,
				'send',
			);
		expect([left(0), left(2_000), left(2_001)]).toEqual([3_000, 3_000, undefined]);
	});
});

describe('a pause', () => {
	const CANCELLED = 'The execution was cancelled while it waited';

	/** Returns the milliseconds of a pause. */
	const length = async (...given: Parameters<typeof sleepUnlessCancelled>) => {
		const start = performance.now();
		await sleepUnlessCancelled(...given);
		return performance.now() - start;
	};

	test.each([undefined, new AbortController().signal])(
		'is as long as requested',
		async (signal) => {
			expect(await length(450, signal)).toBeCloseTo(450);
		},
	);

	test('is not longer if the clock is set back', async () => {
		const { now } = Date;
		const clock = jest.spyOn(Date, 'now').mockImplementation(now);
		setTimeout(() => clock.mockImplementation(() => now() - 10_000), 50);
		expect(await length(450, undefined)).toBeCloseTo(450);
		clock.mockRestore();
	});

	test('of 0 ms ends immediately, even if cancelled', async () => {
		expect(await length(0, AbortSignal.abort())).toBe(0);
		expect(await length(-5, AbortSignal.abort())).toBe(0);
	});

	test('ends with an error within 200 ms after the execution is cancelled', async () => {
		await expect(sleepUnlessCancelled(60_000, AbortSignal.abort())).rejects.toThrow(CANCELLED);
		const start = performance.now();
		const cancel = new AbortController();
		setTimeout(() => cancel.abort(), 250);
		await expect(sleepUnlessCancelled(60_000, cancel.signal)).rejects.toThrow(CANCELLED);
		expect(performance.now() - start).toBeCloseTo(400);
	});

	test('ends within 200 ms after the run has ended, without an error', async () => {
		const start = performance.now();
		const hasRunEnded = () => performance.now() - start > 250;
		expect(await length(60_000, undefined, hasRunEnded)).toBeCloseTo(400);
	});
});

let raw: RawService;
afterEach(async () => await raw?.close());

/** Starts a busy service, and returns the times of its requests. */
async function busy(retryAfter: string | undefined | (() => string), times: number) {
	const came: number[] = [];
	const service = await startRawService((request, response) => {
		came.push(performance.now());
		const fine = json({ sms_id: 1, status: 'NEW', parts: 1 });
		const value = typeof retryAfter === 'function' ? retryAfter() : retryAfter;
		const headers: Record<string, string> = value === undefined ? {} : { 'retry-after': value };
		const answer = came.length > times ? fine : json({ error: 'Slow down' }, 429, headers);
		answer(request, response);
	});
	return { ...service, came };
}

const DATE = 'a date four seconds ahead';

test.each([
	['1', 1_000, 1_000],
	['0.1', 500, 500],
	['0', 500, 1_000],
	['-1', 500, 1_000],
	[undefined, 500, 1_000],
	['tomorrow', 500, 1_000],
	[DATE, 3_000, 4_000],
])(
	'a message is sent once after a 429 with the Retry-After %p, after %i to %i ms',
	async (header, least, most) => {
		const date = () => new Date(Date.now() + 4_000).toUTCString();
		const service = await busy(header === DATE ? date : header, 1);
		raw = service;
		const { error, items } = await run(raw, {
			...sendSms({ maxWait: 5 }),
			items: people(1),
		});
		expect([error, items.length, service.came.length]).toEqual([undefined, 1, 2]);
		const waited = service.came[1] - service.came[0];
		expect(waited).toBeGreaterThanOrEqual(least - 1);
		expect(waited).toBeLessThanOrEqual(most + 1);
	},
);

test.each(['30', new Date(NOW + 1e12).toUTCString()])(
	'a request fails immediately if Retry-After %s is longer than allowed',
	async (header) => {
		raw = await busy(header, 99);
		const since = performance.now();
		const { error } = await run(raw, { ...sendSms({ maxWait: 5 }), items: people(1) });
		expect(performance.now()).toBe(since);
		expect(error?.message).toMatch(
			/^Slow down: the service still limits requests after 0 s of waiting and asks to wait \S+ s more$/,
		);
		expect((error as { description?: string }).description).toMatch(/Max Wait for Rate Limit/);
		expect(raw.requests).toHaveLength(1);
	},
);

test('the error of a rate limit names the seconds waited and those still requested', async () => {
	const headers = ['1', '7.2'];
	raw = await startRawService((request, response) => {
		const header = { 'retry-after': headers.shift() ?? '1' };
		json({ error: 'Slow down' }, 429, header)(request, response);
	});
	const { error } = await run(raw, { ...sendSms({ maxWait: 5 }), items: people(1) });
	expect(error?.message).toBe(
		'Slow down: the service still limits requests after 1 s of waiting and asks to wait 8 s more',
	);
	expect(raw.requests).toHaveLength(2);
});

test('the pause after a server error does not count as a wait for the rate limit', async () => {
	const fine = json({ result: [{ message_id: 1, message: 'A' }] });
	const answers = [
		json({ error: 'Out of order' }, 503),
		json({ error: 'Slow down' }, 429, { 'retry-after': '5' }),
	];
	raw = await startRawService((...call) => (answers.shift() ?? fine)(...call));
	const { error, items } = await run(raw, { ...listPrepared({ maxWait: 5 }), items: people(1) });
	expect([error, items.map(({ json: { message } }) => message)]).toEqual([undefined, ['A']]);
});

test('a read that fails three times is not retried again, and has the error of the service', async () => {
	raw = await startRawService(json({ error: 'Out of order' }, 503));
	const { error } = await run(raw, { ...listPrepared(), items: people(1) });
	expect(error?.message).toBe('Out of order');
	expect(raw.requests).toHaveLength(3);
});

describe('a list with a page that fails', () => {
	let sandbox: Sandbox;
	beforeEach(async () => {
		sandbox = await startTestSandbox();
		await prepareMessages(sandbox, 120);
	});
	afterEach(async () => await sandbox.close());
	const list = async () => await run(sandbox, { ...listPrepared(), items: people(1) });

	test('is read if a third attempt succeeds', async () => {
		sandbox.fault({ kind: '500', times: 2, operation: 'getMessagesList' });
		const { error, items } = await list();
		// Two failures, three pages and the empty page.
		const requests = countRequestsTo(sandbox, 'getMessagesList');
		expect([error, items.length, requests]).toEqual([undefined, 120, 6]);
	});

	test('is read without requesting again the pages before the one that failed', async () => {
		sandbox.fault({ kind: 'cut', operation: 'getMessagesList', skip: 1 });
		const { error, items } = await list();
		expect([error, items.length]).toEqual([undefined, 120]);
		const offsets = sandbox.requests
			.filter(({ operation }) => operation === 'getMessagesList')
			.map(({ query }) => query.limit_offset);
		expect(offsets).toEqual(['0', '90', '90', '117', '120']);
	});
});
