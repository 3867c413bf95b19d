import type { Sandbox } from '../../sandbox';
import { sleepUnlessCancelled, retryAfter, retryDelay } from '../../nodes/shared/http/retry';
import { defaultPolicy } from '../../nodes/shared/http/policy';
import { listPrepared, people, sendSms } from '../faults/operations';
import { json, type RawService, startRaw } from '../faults/rawService';
import { prepare, requestsTo, run, startService } from '../faults/sandboxHarness';

jest.setTimeout(30_000);

const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('what a Retry-After header says', () => {
	const headers: Array<[header: unknown, milliseconds: number | undefined]> = [
		['2', 2_000],
		[' 2 ', 2_000],
		['0.5', 500],
		['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
		['Fri, 20 Nov 2026 11:59:00 GMT', undefined],
		['0', undefined],
		['-5', undefined],
		['', undefined],
		['   ', undefined],
		['soon', undefined],
		['NaN', undefined],
		[undefined, undefined],
		[['2', '3'], undefined],
		[['2'], undefined],
		[2, undefined],
		['Infinity', Infinity],
		['1e99', 1e102],
	];
	test.each(headers)('%p: %p', (header, milliseconds) => {
		expect(retryAfter(header, NOW)).toBe(milliseconds);
	});
});

describe('without a usable header', () => {
	const limited = { status: 429, message: 'slow down' };
	const waits = (tries: number) =>
		Array.from({ length: 200 }, () => retryDelay(limited, tries, 0, defaultPolicy, false) ?? 0);

	test.each([
		[1, 500, 1_000],
		[2, 1_000, 2_000],
		[3, 2_000, 4_000],
		[9, 10_000, 20_000],
	])('try %i waits between %i and %i ms, by chance', (tries, from, to) => {
		const all = waits(tries);
		expect(Math.min(...all)).toBeGreaterThanOrEqual(from);
		expect(Math.max(...all)).toBeLessThanOrEqual(to);
		expect(new Set(all.map(Math.round)).size).toBeGreaterThan(50);
	});

	test.each([0, 1, 5, 60, 600])('waits at most %i s in all', (maxWait) => {
		let waited = 0;
		for (let tries = 1; tries < 1_000; tries++) {
			const wait = retryDelay(limited, tries, waited, { ...defaultPolicy, maxWait }, true);
			if (wait === undefined) break;
			waited += wait;
		}
		expect(waited).toBeLessThanOrEqual(maxWait * 1_000);
		expect(waited).toBeGreaterThanOrEqual(maxWait * 1_000 - 20_000);
	});
});

describe('whether it is tried again', () => {
	const wait = (failure: object, tries: number, reads: boolean) =>
		retryDelay({ status: 0, message: 'No', ...failure }, tries, 0, defaultPolicy, reads);

	test.each<[string, object, number, boolean]>([
		['a server error', { status: 500 }, 1, true],
		['a server error for the second time', { status: 599 }, 2, true],
		['a server error for the third time', { status: 500 }, 3, false],
		['a lost connection', { noResponse: true }, 1, true],
		['a lost connection for the third time', { noResponse: true }, 3, false],
		['no connection for another reason', {}, 1, false],
		['a refusal', { status: 499 }, 1, false],
		['an unreadable success', { status: 200 }, 1, false],
	])('%s', (_, failure, tries, again) => {
		expect(wait(failure, tries, true) !== undefined).toBe(again);
		expect(wait(failure, tries, false)).toBeUndefined();
	});

	test('a read is tried again after half of the usual wait', () => {
		for (let n = 0; n < 100; n++) {
			const first = Number(wait({ status: 500 }, 1, true));
			expect(first >= 250 && first <= 500).toBe(true);
		}
	});

	test('a limit as long as the time that is left, and no longer', () => {
		const limited = { status: 429, message: 'No', retryAfter: 3_000 };
		const left = (waited: number) =>
			retryDelay(limited, 1, waited, { ...defaultPolicy, maxWait: 5 }, false);
		expect([left(0), left(2_000), left(2_001)]).toEqual([3_000, 3_000, undefined]);
	});
});

describe('a pause', () => {
	const CANCELLED = 'The execution was cancelled while it waited';

	test.each([undefined, new AbortController().signal])('takes its time', async (signal) => {
		const start = Date.now();
		await sleepUnlessCancelled(450, signal);
		expect(Date.now() - start).toBeGreaterThanOrEqual(445);
		expect(Date.now() - start).toBeLessThan(2_000);
	});

	test('of no time is none, even when cancelled', async () => {
		const start = Date.now();
		await sleepUnlessCancelled(0, AbortSignal.abort());
		await sleepUnlessCancelled(-5, AbortSignal.abort());
		expect(Date.now() - start).toBeLessThan(150);
	});

	test('ends soon after the execution is cancelled', async () => {
		await expect(sleepUnlessCancelled(60_000, AbortSignal.abort())).rejects.toThrow(CANCELLED);
		const start = Date.now();
		const cancel = new AbortController();
		setTimeout(() => cancel.abort(), 20);
		await expect(sleepUnlessCancelled(60_000, cancel.signal)).rejects.toThrow(CANCELLED);
		expect(Date.now() - start).toBeLessThan(2_000);
	}, 10_000);
});

let raw: RawService;
afterEach(async () => await raw?.close());

/** When the requests came. */
let came: number[] = [];
const busy = (retryAfterHeader: string | undefined, times: number) => {
	let calls = 0;
	came = [];
	return startRaw((request, response) => {
		came.push(Date.now());
		const fine = json({ sms_id: 1, status: 'NEW', parts: 1 });
		const headers: Record<string, string> =
			retryAfterHeader === undefined ? {} : { 'retry-after': retryAfterHeader };
		const answer = ++calls > times ? fine : json({ error: 'Slow down' }, 429, headers);
		answer(request, response);
	});
};

const headersThatPass: Array<[header: string | undefined, atLeast: number, atMost: number]> = [
	['1', 1_000, 3_000],
	['0', 500, 3_000],
	['-1', 500, 3_000],
	[undefined, 500, 3_000],
	['tomorrow', 500, 3_000],
];

test.each(headersThatPass)(
	'a 429 with %p is waited out and the message sent once',
	async (header, atLeast, atMost) => {
		raw = await busy(header, 1);
		const { error, items } = await run(raw, { ...sendSms({ maxWait: 5 }), items: people(1) });
		expect([error, items.length, raw.requests.length]).toEqual([undefined, 1, 2]);
		const [first, second] = came;
		// A timer may be a millisecond early by this clock.
		expect(second - first).toBeGreaterThanOrEqual(atLeast - 5);
		expect(second - first).toBeLessThan(atMost);
	},
);

test('a date is waited for too', async () => {
	raw = await busy(new Date(Date.now() + 3_000).toUTCString(), 1);
	const { error } = await run(raw, { ...sendSms({ maxWait: 5 }), items: people(1) });
	expect([error, raw.requests.length]).toEqual([undefined, 2]);
});

test.each(['30', 'Infinity', new Date(NOW + 1e12).toUTCString()])(
	'a wait of %s is longer than allowed: the error comes at once and says so',
	async (header) => {
		raw = await busy(header, 99);
		const since = Date.now();
		const { error } = await run(raw, { ...sendSms({ maxWait: 5 }), items: people(1) });
		expect(Date.now() - since).toBeLessThan(3_000);
		expect(error?.message).toMatch(
			/^Slow down: the service still limits requests after 0 s of waiting and asks for \S+ s more$/,
		);
		expect((error as { description?: string }).description).toMatch(/Max Wait for Rate Limit/);
		expect(raw.requests).toHaveLength(1);
	},
);

test('what was waited and what is still asked for is told in whole seconds', async () => {
	const headers = ['1', '7.2'];
	raw = await startRaw((request, response) => {
		const header = { 'retry-after': headers.shift() ?? '1' };
		json({ error: 'Slow down' }, 429, header)(request, response);
	});
	const { error } = await run(raw, { ...sendSms({ maxWait: 5 }), items: people(1) });
	expect(error?.message).toBe(
		'Slow down: the service still limits requests after 1 s of waiting and asks for 8 s more',
	);
	expect(raw.requests).toHaveLength(2);
});

describe('what is tried again', () => {
	let sandbox: Sandbox;
	beforeEach(async () => {
		sandbox = await startService();
		await prepare(sandbox, 120);
	});
	afterEach(async () => await sandbox.close());

	const kinds = ['500', '502', 'cut', 'cut-body', 'hang'] as const;

	test.each(kinds)('%s twice: a read comes through at its third try', async (kind) => {
		sandbox.fault({ kind, times: 2, operation: 'getMessagesList' });
		const made = listPrepared({ timeout: kind === 'hang' ? 1 : 20 });
		const { error, items } = await run(sandbox, { ...made, items: people(1) });
		expect([error, items.length]).toEqual([undefined, 120]);
		// Two that failed, two pages and the empty one.
		expect(requestsTo(sandbox, 'getMessagesList')).toBe(5);
	});

	test('the second page of a list is tried again by itself', async () => {
		sandbox.fault({ kind: 'cut', operation: 'getMessagesList', skip: 1 });
		const { error, items } = await run(sandbox, { ...listPrepared(), items: people(1) });
		expect([error, items.length]).toEqual([undefined, 120]);
		const offsets = sandbox.requests
			.filter(({ operation }) => operation === 'getMessagesList')
			.map(({ query }) => query.limit_offset);
		expect(offsets).toEqual(['0', '100', '100', '120']);
	});

	test.each(kinds)('%s: a send goes out exactly once', async (kind) => {
		sandbox.fault({ kind, operation: 'sendQuickSMS', after: true });
		const made = sendSms({ timeout: kind === 'hang' ? 1 : 20 });
		const { error } = await run(sandbox, { ...made, items: people(1) });
		expect(error?.message).toMatch(/it may have been sent all the same$/);
		expect(requestsTo(sandbox, 'sendQuickSMS')).toBe(1);
	});
});
