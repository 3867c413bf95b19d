import { createHash } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { type OperationSetting, sendBatch, sendSms } from '../../support/operations';
import { captureLog, countRequestsTo, run } from '../../support/sandboxHarness';
import type { RunSetting } from '../../support/engine/runNode';
import { useFakeTime } from '../../support/fakeTime';
import { pause, until } from '../../support/until';
import { descriptionOf, hintsOf, jsonsOf } from '../sending/observed';
import {
	cut,
	failWrites,
	goOn,
	left,
	maybeSent,
	orders,
	reject,
	sandbox,
	sends,
	sent,
	startEachFresh,
	table,
} from './freshStart';

startEachFresh();

const DAY = 86_400_000;
const options = { maxInFlight: 1, maxWait: 0, timeout: 20, sendOnceKey: '={{ $json.order }}' };
const keyed = (more: INodeParameters = {}) => sendSms({ ...options, ...more });
const execute = async (keys: string[], setting: Partial<RunSetting & OperationSetting> = {}) =>
	await run(sandbox, { ...keyed(), mode: 'trigger', items: orders(...keys), ...setting });
const executed = async (keys: string[], setting: Partial<RunSetting & OperationSetting> = {}) =>
	jsonsOf(await execute(keys, setting));
const retrying = { retryOnFail: true, maxTries: 3 };
const invalidPhone = expect.objectContaining({ error: expect.stringContaining("'Phone'") });

test('an item whose key has an unknown outcome earlier in the run is not sent', async () => {
	cut({ skip: 1 });
	expect((await executed(['b', 'a', 'a'], goOn))[2]).toEqual(maybeSent('a'));
	const later = [maybeSent('a'), maybeSent('a'), sent];
	expect(await executed(['a', 'a', 'c'], goOn)).toEqual(later);
	expect(sends()).toBe(3);
});

test('an execution does not wait for another one with another key', async () => {
	sandbox.fault({ kind: 'hang', operation: 'sendQuickSMS' });
	const setting = keyed({ maxInFlight: 2, timeout: 60 });
	let cancel = () => {};
	const onStart = (stop: () => void) => (cancel = stop);
	const first = execute(['a'], { ...setting, executionId: 'first', onStart });
	await until('the first request', 20, () => sends() === 1, 5);
	expect(await executed(['b'], setting)).toEqual([sent]);
	cancel();
	await first;
});

const ONE_KEY =
	'3 items have the same key in Send Once Per Key: "spring-". Only the first of these items is sent. Perhaps a part of the key is empty.';
const TWO_KEYS =
	'4 items share 2 keys in Send Once Per Key, e.g. "a". Only the first item with each key is sent. Perhaps a part of the key is empty.';
test.each<[keys: string[], hints: string[]]>([
	[['spring-', 'spring-', 'a', 'spring-'], [ONE_KEY]],
	[['a', 'b', 'a', 'c', 'b'], [TWO_KEYS]],
	[['a', 'b'], []],
])('a hint says how many items share a key: %j', async (keys, hints) => {
	for (const more of [{}, { dryRun: true }]) {
		const batch = sendBatch({ sendOnceKey: '={{ $json.order }}', ...more });
		expect(hintsOf(await execute(keys, batch))).toEqual(hints);
	}
});

test('Send Once Per Key returns every item if the keys cannot be claimed', async () => {
	failWrites(() => true);
	const { items } = await execute(['a', 'a', 'b'], goOn);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
	expect(sends()).toBe(0);
});

test('with Stop, the error of a run with keys names each item once, even one with the same key', async () => {
	const description = async (...keys: string[]) => descriptionOf(await execute(keys));
	reject();
	const none = /Failed: item 0. Not sent: items 1-3. Nothing was sent.$/;
	expect(await description('a', 'b', 'b', 'c')).toMatch(none);
	reject({ skip: 1 });
	const some = /Sent: item 0 .* Failed: item 1. Not sent: item 2.$/;
	expect(await description('d', 'e', 'e')).toMatch(some);
	cut();
	const unknown =
		/May have been sent: item 0. May have been sent before with the same key: item 1. Not sent: item 2.$/;
	expect(await description('f', 'f', 'g')).toMatch(unknown);
});

test('the error of a key with an unknown outcome says what to do', async () => {
	cut();
	await execute(['a']);
	const advice = /check your account on the website.* turn on "Resend If Unknown"/;
	expect(descriptionOf(await execute(['a']))).toMatch(advice);
});

describe('a key of unknown outcome that could not be resent', () => {
	const resending = keyed({ resendUnknown: true });
	/** Returns an item with the unknown key 'a'. A field changes its value after two requests. */
	const changing = (field: string, before: unknown, after: unknown) => {
		const [item] = orders('a');
		const get = () => (sends() < 2 ? before : after);
		Object.defineProperty(item.json, field, { enumerable: true, get });
		return [item];
	};
	beforeEach(async () => {
		cut();
		await execute(['a'], goOn);
	});

	test('stays unknown, and the error of its item says why and that it may have been sent', async () => {
		reject();
		const setting = { ...resending, ...goOn };
		const [again, follower, another] = await executed(['a', 'a', 'b'], setting);
		expect(again).toMatchObject({
			error: 'Something went wrong. May have been sent before with the same key: item 0. Failed: item 0.',
			is_sent: null,
		});
		expect([follower, another]).toEqual([maybeSent('a'), sent]);
		expect(await executed(['a', 'b'], goOn)).toEqual([maybeSent('a'), left('b')]);
		expect(sends()).toBe(3);
		expect(await executed(['a'], resending)).toEqual([sent]);
		expect(await executed(['a'], resending)).toEqual([left('a')]);
	});

	test('counts as sent for the other items with this key once it is resent', async () => {
		expect(await executed(['a', 'a'], resending)).toEqual([sent, left('a')]);
		expect(sends()).toBe(2);
	});

	test('is resent by the next try, and stays unknown if none succeeds', async () => {
		reject({ times: 3 });
		const result = await execute(['a'], { ...resending, ...retrying });
		expect(result.error?.message).toBe('Something went wrong');
		const outcome = /May have been sent before with the same key: item 0\. Failed: item 0\.$/;
		expect(descriptionOf(result)).toMatch(outcome);
		expect(sends()).toBe(4);
		expect(await executed(['a'], goOn)).toEqual([maybeSent('a')]);
	});

	test('stays unknown if its item is invalid in the next try', async () => {
		reject();
		const items = changing('phone', '380501000000', 'x');
		const setting = { ...resending, ...goOn, ...retrying, items };
		expect(await executed([], setting)).toEqual([invalidPhone]);
		expect(await executed(['a'], goOn)).toEqual([maybeSent('a')]);
		expect(sends()).toBe(2);
	});

	test.each([
		['sent', 1, [sent], left('c')],
		['rejected', 2, [expect.objectContaining({ is_sent: false })], sent],
	])('stays unknown if its item has another key in the next try (%s)', async (...row) => {
		const [, times, output, next] = row;
		reject({ times });
		const items = changing('order', 'a', 'c');
		const setting = { ...resending, ...goOn, ...retrying, maxTries: 2, items };
		expect(await executed([], setting)).toEqual(output);
		expect(await executed(['a', 'c'], goOn)).toEqual([maybeSent('a'), next]);
	});

	test('is not resent by the next try if Resend If Unknown is now off', async () => {
		reject();
		const items = changing('resend', true, false);
		const made = keyed({ resendUnknown: '={{ $json.resend }}' });
		const setting = { ...made, ...goOn, ...retrying, items };
		expect(await executed([], setting)).toEqual([maybeSent('a')]);
		expect(sends()).toBe(2);
	});

	test('is resent only once by all tries, even if the database fails to save that it was sent', async () => {
		reject({ skip: 1 });
		failWrites((write) => write === 6);
		const output = await executed(['a', 'b', 'a'], { ...resending, ...retrying });
		expect(output).toEqual([sent, sent, left('a')]);
		expect(sends()).toBe(4);
	});

	test('is reported as possibly sent if the database fails while others are resent', async () => {
		failWrites((write) => write === 4);
		const output = await executed(['a', 'a'], { ...resending, ...goOn });
		expect(output.map(({ is_sent }) => is_sent)).toEqual([null, null]);
		expect(sends()).toBe(1);
	});

	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'is not sent and stays unknown when its hours end, with %s',
		async (onError) => {
			endHoursAfter(2);
			const made = keyed({ resendUnknown: true, sendBetween: '09:00-18:00' });
			const reason = 'outside sending hours';
			const late: unknown = expect.objectContaining({ is_sent: null, reason });
			const setting = { ...made, timezone: 'UTC', onError };
			expect(await executed(['b', 'a', 'a'], setting)).toEqual([sent, late, late]);
			expect(await executed(['a'], goOn)).toEqual([maybeSent('a')]);
			expect(sends()).toBe(2);
		},
	);
});

/** Sets the clock to 18:00 after `count` requests. */
const endHoursAfter = (count: number) => {
	const before = Date.parse('2026-11-20T17:59:59Z');
	jest.spyOn(Date, 'now').mockImplementation(() => before + (sends() < count ? 0 : 5_000));
};

describe('with Retry On Fail, Send Once Per Key', () => {
	// The store of a test execution remembers nothing, so the run itself must know its keys.
	test.each(['trigger', 'manual'] as const)(
		'does not send another item with a key that an earlier try sent, in the mode %s',
		async (mode) => {
			reject({ skip: 1 });
			const output = await executed(['a', 'b', 'a'], { ...retrying, mode });
			expect(output).toEqual([sent, sent, left('a')]);
			expect(sends()).toBe(3);
		},
	);

	describe('with a pause', () => {
		useFakeTime();

		test('lets another execution send a rejected key before the next try', async () => {
			reject();
			const first = executed(['a'], { ...retrying, ...goOn, waitBetweenTries: 1_000 });
			await until('the first try sends', 10, () => sends() > 0, 5);
			cut();
			// Runs after the first try has ended.
			await execute(['a'], goOn);
			expect(await first).toEqual([maybeSent('a')]);
			expect(sends()).toBe(2);
		});

		test('does not call a rejected item possibly sent whose key another process has released', async () => {
			cut();
			await execute(['a'], goOn);
			const setting = { ...retrying, ...goOn, maxTries: 2, waitBetweenTries: 1_000 };
			const running = executed(['a', 'a', 'b'], setting);
			await until('the first try sends the other item', 10, () => sends() === 2, 5);
			await pause(500);
			table.rows.clear();
			reject();
			const failed: unknown = expect.objectContaining({
				...{ error: 'Something went wrong', is_sent: false },
			});
			expect(await running).toEqual([failed, failed, sent]);
		});
	});

	// With Continue, n8n tries again if the first output item is an error.
	test('does not send an item whose key an earlier try sent beside an invalid item', async () => {
		const items = orders('b', 'a', 'a');
		items[0].json.phone = 'x';
		const output = await executed([], { ...goOn, ...retrying, items });
		expect(output).toEqual([invalidPhone, sent, left('a')]);
		expect(sends()).toBe(1);
	});

	test('does not send an item whose key an earlier try may have sent', async () => {
		cut();
		const unknown = expect.objectContaining({
			error: expect.stringMatching(/may have been sent$/),
		});
		const output = await executed(['a', 'a', 'b'], { ...goOn, ...retrying });
		expect(output).toEqual([unknown, maybeSent('a'), sent]);
		expect(sends()).toBe(2);
	});

	test('reports items with an unknown key as possibly sent if a later try could not resend it', async () => {
		cut();
		reject();
		const setting = { ...keyed({ resendUnknown: true }), ...goOn, ...retrying, maxTries: 2 };
		const [first, second] = await executed(['a', 'a'], setting);
		expect(first.is_sent).toBeNull();
		expect(second).toEqual(maybeSent('a'));
		expect(sends()).toBe(2);
	});

	test('keeps an item with an unknown key unknown when the hours end', async () => {
		endHoursAfter(1);
		cut();
		const made = keyed({ sendBetween: '09:00-18:00' });
		const setting = { ...made, ...goOn, ...retrying, timezone: 'UTC' };
		const output = await executed(['a', 'a'], setting);
		expect(output.map(({ is_sent }) => is_sent)).toEqual([null, null]);
	});

	test('reports what an earlier try sent as sent, although its hours are over', async () => {
		reject({ skip: 1 });
		const items = orders('a', 'b');
		const hour = new Date().getUTCHours();
		const other = `${String((hour + 3) % 20).padStart(2, '0')}:00`;
		const closed = `${other}-${other.slice(0, 2)}:30`;
		Object.defineProperty(items[0].json, 'hours', {
			get: () => (sends() === 0 ? '00:00-24:00' : closed),
		});
		Object.assign(items[1].json, { hours: '00:00-24:00' });
		const made = sendSms({ maxInFlight: 1, maxWait: 0, sendBetween: '={{ $json.hours }}' });
		const output = await executed([], { ...made, items, ...retrying, timezone: 'UTC' });
		expect(output).toEqual([sent, sent]);
		expect(sends()).toBe(3);
	});
});

/** Sets the clock. Day 0 begins a time window of 1 and of 30 days. */
const setDay = (day: number) => jest.spyOn(Date, 'now').mockReturnValue((61 * 30 + day) * DAY);

test.each([1, 30])('Send Once Per Key remembers a key for %i days, as chosen', async (days) => {
	const remembering = days === 30 ? {} : { rememberDays: days };
	const setting = keyed(remembering);
	setDay(days / 2);
	await execute(['a'], setting);
	setDay(days * 1.4);
	// A message that was sent is not remembered for longer, even if unknown ones are resent.
	const resending = keyed({ ...remembering, resendUnknown: true });
	expect(await executed(['a'], resending)).toEqual([left('a')]);
	setDay(days * 2.5);
	expect(await executed(['a'], setting)).toEqual([sent]);
});

test.each([
	['for as long again if it may have been resent', true, maybeSent('a')],
	['for no longer if it was not resent', false, sent],
])('a key of unknown outcome is remembered %s', async (_, resendUnknown, later) => {
	cut({ times: resendUnknown ? 2 : 1 });
	for (const day of [0, 1]) {
		setDay(day);
		await execute(['a'], keyed({ rememberDays: 1, resendUnknown }));
	}
	setDay(2);
	expect(await executed(['a'], { ...keyed({ rememberDays: 1 }), ...goOn })).toEqual([later]);
});

test('a key is remembered from the try on that may have resent its message', async () => {
	cut({ times: 2 });
	const day = () => (sends() === 0 ? 0 : 1);
	jest.spyOn(Date, 'now').mockImplementation(() => (61 * 30 + day()) * DAY);
	const resending = keyed({ rememberDays: 1, resendUnknown: true });
	await execute(['a'], { ...resending, ...retrying, maxTries: 2 });
	setDay(2);
	const setting = { ...keyed({ rememberDays: 1 }), ...goOn };
	expect(await executed(['a'], setting)).toEqual([maybeSent('a')]);
	expect(sends()).toBe(2);
});

describe('a message that is scheduled later than its key is remembered', () => {
	const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
	const send = async (days: number, more: object = {}) =>
		await run(sandbox, {
			...{ node: 'messagingServiceEmail', mode: 'trigger', timezone: 'UTC' },
			parameters: {
				...{ resource: 'message', operation: 'send', senderEmail: 'shop@example.com' },
				...{ email: 'anna@example.com', subject: 'S', message: 'M' },
				options: { scheduleTime: inDays(days), sendOnceKey: 'a', ...more },
			},
		});

	test.each([
		[31, {}, 30],
		[365, {}, 30],
		[90, {}, 30],
		[90, { rememberDays: 60 }, 60],
		[8, { rememberDays: 7 }, 7],
	])('in %p days with %j is an error that names the days', async (days, more, remembered) => {
		const result = await send(days, more);
		expect(result.error?.message).toBe(
			`'Schedule Time' is ${days} days ahead, but the key of the message is remembered for only ${remembered}`,
		);
		const advice = `Set Send Once: Remember (Days) to ${days} or more.`;
		expect(descriptionOf(result)).toContain(advice);
		expect(countRequestsTo(sandbox, 'sendEmail')).toBe(0);
	});

	test('in more days than can be remembered is an error that names the longest time', async () => {
		const advice = 'Choose a time within 365 days, or remove Send Once Per Key.';
		expect(descriptionOf(await send(366))).toContain(advice);
		expect(countRequestsTo(sandbox, 'sendEmail')).toBe(0);
	});

	test.each([
		[29, {}],
		[30, {}],
		[90, { rememberDays: 91 }],
		[90, { sendOnceKey: undefined }],
	])('in %p days with %j is sent', async (days, more) => {
		expect((await send(days, more)).error).toBeUndefined();
		expect(countRequestsTo(sandbox, 'sendEmail')).toBe(1);
	});

	test('by Send Between is an error that names the days', async () => {
		const yesterday = new Date(Date.now() - DAY);
		const weekday = yesterday.toLocaleString('en', { weekday: 'short', timeZone: 'UTC' });
		const sendBetween = `${weekday} 00:00-24:00`;
		const { error } = await send(0, { scheduleTime: undefined, rememberDays: 3, sendBetween });
		expect(error?.message).toMatch(/^'Schedule Time' is \d days ahead/);
	});
});

test('Send Once Per Key saves the same hashes as every earlier version of this package', async () => {
	setDay(29);
	await execute(['a']);
	const saved = [61, 62].flatMap((window) =>
		['claimed a', 'sent a'].map((key) => {
			const text = JSON.stringify(['sendOnce', 30, window, key]);
			const hash = createHash('sha256').update(text).digest('base64');
			return createHash('md5').update(hash).digest('base64');
		}),
	);
	const [row] = [...table.rows.values()].map((text) => JSON.parse(text) as { data: string[] });
	expect([...row.data].sort()).toEqual(saved.sort());
});

describe("if n8n's database fails, Send Once Per Key", () => {
	const failAt = (writes: number[]) => failWrites((write) => writes.includes(write));
	const UNUSABLE = "'Send Once Per Key' needs n8n's database, which could not be read or written";

	test.each([[[1]], [[2]], [[2, 3]]])(
		'in write %j lets the next try or execution send what was not sent',
		async (at) => {
			failAt(at);
			const result = await execute(['a']);
			expect([result.error?.message, descriptionOf(result)]).toEqual([
				UNUSABLE,
				"Run this step again. If the step fails again, see n8n's log. Nothing was sent.",
			]);
			expect(sends()).toBe(0);
			expect(await executed(['a'])).toEqual([sent]);
			failAt(at);
			expect(await executed(['a', 'b'], retrying)).toEqual([left('a'), sent]);
			expect(sends()).toBe(2);
		},
	);

	test('sends nothing until the claims of what was not sent can be removed', async () => {
		failAt([2, 3]);
		await execute(['a']);
		const log = captureLog();
		failWrites(() => true);
		expect((await execute(['a'])).error?.message).toBe(UNUSABLE);
		expect(log.filter((line) => line.includes('database is locked'))).toHaveLength(1);
		table.beforeWrite = () => {};
		expect(await executed(['a'])).toEqual([sent]);
		expect(sends()).toBe(1);
	});

	test.each(['get', 'set'] as const)(
		'in each %s returns every item as not sent, and logs the reason once',
		async (method) => {
			const log = captureLog();
			jest.spyOn(table.rows, method).mockImplementation(() => {
				throw new Error('SQLITE_IOERR: disk I/O error');
			});
			const failed = { error: UNUSABLE, error_kind: 'unavailable', is_sent: false };
			const expected = Array<unknown>(3).fill(expect.objectContaining(failed));
			expect(await executed(['a', 'a', 'b'], goOn)).toEqual(expected);
			expect(sends()).toBe(0);
			expect(log.filter((line) => line.includes('SQLITE_IOERR'))).toHaveLength(1);
		},
	);

	test.each([[[1]], [[2]], [[3]], [[4]], [[4, 5]], [[4, 5, 6]]])(
		'in write %j keeps a key of unknown outcome unknown, and sends the others',
		async (at) => {
			cut();
			await execute(['a']);
			failAt(at);
			const setting = { ...goOn, ...retrying, maxTries: 4 };
			expect(await executed(['a', 'b'], setting)).toEqual([maybeSent('a'), sent]);
			expect(await executed(['a', 'b'], goOn)).toEqual([maybeSent('a'), left('b')]);
			expect(sends()).toBe(2);
		},
	);

	test('lets a later try save that an earlier one sent a key', async () => {
		reject({ skip: 1 });
		failAt([3]);
		expect(await executed(['a', 'b'], retrying)).toEqual([sent, sent]);
		expect(await executed(['a'])).toEqual([left('a')]);
	});

	test('lets a later try that sends nothing save that an earlier one sent a key', async () => {
		reject();
		failAt([3]);
		const items = orders('b', 'a');
		const get = () => (sends() === 0 ? '380501000000' : 'x');
		Object.defineProperty(items[0].json, 'phone', { enumerable: true, get });
		const setting = { ...goOn, ...retrying, items };
		expect(await executed([], setting)).toEqual([invalidPhone, sent]);
		expect(await executed(['a'])).toEqual([left('a')]);
	});

	test.each([[[3]], [[4]], [[3, 4]]])(
		'in write %j releases a key that the service rejected',
		async (at) => {
			reject();
			failAt(at);
			await execute(['a', 'b'], goOn);
			const second = at.includes(3) ? maybeSent('b') : left('b');
			expect(await executed(['a', 'b'], goOn)).toEqual([sent, second]);
		},
	);
});
