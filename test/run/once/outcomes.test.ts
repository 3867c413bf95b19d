import { createHash } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { type Made, people, sendBatch, sendSms } from '../../support/operations';
import { captureLog, requestsTo, run } from '../../support/sandboxHarness';
import type { RunSetting } from '../../support/engine/runNode';
import { useFakeTime } from '../../support/fakeTime';
import { until } from '../../support/until';
import { descriptionOf } from '../sending/observed';
import { sandbox, startEachFresh, table } from './freshStart';

startEachFresh();

const DAY = 86_400_000;
const options = { maxInFlight: 1, maxWait: 0, timeout: 20, sendOnceKey: '={{ $json.order }}' };
const keyed = (more: INodeParameters = {}) => sendSms({ ...options, ...more });
const orders = (...keys: string[]) =>
	people(keys.length).map(({ json }, index) => ({ json: { ...json, order: keys[index] } }));
const execute = async (keys: string[], setting: Partial<RunSetting & Made> = {}) =>
	await run(sandbox, { ...keyed(), mode: 'trigger', items: orders(...keys), ...setting });
const sends = () => requestsTo(sandbox, 'sendQuickSMS');
const cut = (skip = 0) =>
	sandbox.fault({ kind: 'cut', operation: 'sendQuickSMS', skip, after: true });
const left = (key: string): unknown =>
	expect.objectContaining({ is_sent: false, reason: 'already sent', key });
const sent = expect.objectContaining({ is_sent: true });
const maybeSent = (key: string) =>
	expect.objectContaining({
		error: `'Send Once Per Key' is the key of a message that may have been sent before: "${key}"`,
		is_sent: null,
	});
const json = ({ items }: { items: Array<{ json: object }> }) => items.map((item) => item.json);
const goOn = { onError: 'continueRegularOutput' } as const;

test('an item follows the item with its key whose outcome is unknown', async () => {
	cut(1);
	const first = await execute(['b', 'a', 'a'], goOn);
	expect(json(first)[2]).toEqual(maybeSent('a'));
	expect(json(await execute(['a', 'a', 'c'], goOn))).toEqual([
		maybeSent('a'),
		maybeSent('a'),
		sent,
	]);
	expect(sends()).toBe(3);
});

test('an item follows the item with its key that is not the first of all', async () => {
	expect(json(await execute(['b', 'a', 'a']))[2]).toEqual(left('a'));
});

test.each<[keys: string[], said: string[]]>([
	[
		['spring-', 'spring-', 'a', 'spring-'],
		[
			'3 items have the same key in Send Once Per Key: "spring-". Only the first one is sent. A part of the key may be empty.',
		],
	],
	[
		['a', 'b', 'a', 'c', 'b'],
		[
			'4 items share 2 keys in Send Once Per Key, e.g. "a". Only the first item with each key is sent. A part of the key may be empty.',
		],
	],
	[['a', 'b'], []],
])('a hint says how many of the items with the keys %j share one', async (keys, said) => {
	for (const options of [{}, { dryRun: true }]) {
		const batch = { ...sendBatch({ sendOnceKey: '={{ $json.order }}', ...options }) };
		const { runData } = await execute(keys, batch);
		const [task] = Object.values(runData).at(-1) ?? [];
		expect(task?.hints?.map(({ message }) => message)).toEqual(said);
	}
});

test('every item comes out if the keys cannot be claimed', async () => {
	table.beforeWrite = () => {
		throw new Error('Disk full');
	};
	const { items } = await execute(['a', 'a', 'b'], goOn);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 2 },
	]);
	expect(sends()).toBe(0);
});

describe('under Stop the error has each item once', () => {
	const description = async (...keys: string[]) => descriptionOf(await execute(keys));

	test('also one that was not sent because the item with its key was not', async () => {
		sandbox.fault({ kind: 'error200', operation: 'sendQuickSMS' });
		expect(await description('a', 'b', 'b', 'c')).toMatch(
			/Failed: item 0. Not sent: items 1-3. Nothing was sent.$/,
		);
		sandbox.fault({ kind: 'error200', operation: 'sendQuickSMS', skip: 1 });
		expect(await description('d', 'e', 'e')).toMatch(
			/Sent: item 0 .* Failed: item 1. Not sent: item 2.$/,
		);
	});

	test('also one whose key may have been sent by the item before it', async () => {
		cut();
		expect(await description('a', 'a', 'c')).toMatch(
			/May have been sent: item 0. May have been sent before with the same key: item 1. Not sent: item 2.$/,
		);
	});
});

test('the error of an unknown outcome says what to do', async () => {
	cut();
	await execute(['a']);
	expect(descriptionOf(await execute(['a']))).toMatch(
		/check your account on the website.* turn on "Resend If Unknown"/,
	);
});

describe('a key of unknown outcome that could not be resent', () => {
	const resending = keyed({ resendUnknown: true });
	const reject = () => sandbox.fault({ kind: 'error200', operation: 'sendQuickSMS' });
	const retrying = { retryOnFail: true, maxTries: 3 };
	/** Items with the unknown key 'a', and with other values once so many messages were sent. */
	const changing = (field: string, count: number, before: unknown, after: unknown) => {
		const [item] = orders('a');
		const get = () => (sends() < count ? before : after);
		Object.defineProperty(item.json, field, { enumerable: true, get });
		return [item];
	};
	beforeEach(async () => {
		cut();
		await execute(['a'], goOn);
	});

	test('stays unknown, and its item says why and that it may have been sent', async () => {
		reject();
		const [again, follower, other] = json(
			await execute(['a', 'a', 'b'], { ...resending, ...goOn }),
		);
		expect(again).toMatchObject({
			error: 'Something went wrong. May have been sent before with the same key: item 0. Failed: item 0.',
			is_sent: null,
		});
		expect([follower, other]).toEqual([maybeSent('a'), sent]);
		expect(json(await execute(['a', 'b'], goOn))).toEqual([maybeSent('a'), left('b')]);
		expect(sends()).toBe(3);
		expect(json(await execute(['a'], resending))).toEqual([sent]);
		expect(json(await execute(['a'], resending))).toEqual([left('a')]);
	});

	test('is sent for the items that have it too, once it is resent', async () => {
		expect(json(await execute(['a', 'a'], resending))).toEqual([sent, left('a')]);
		expect(sends()).toBe(2);
	});

	test('is resent by the next try, and stays unknown if none succeeds', async () => {
		for (let time = 0; time < 3; time++) reject();
		const result = await execute(['a'], { ...resending, ...retrying });
		expect(result.error?.message).toBe('Something went wrong');
		expect(descriptionOf(result)).toMatch(
			/May have been sent before with the same key: item 0\. Failed: item 0\.$/,
		);
		expect(sends()).toBe(4);
		expect(json(await execute(['a'], goOn))).toEqual([maybeSent('a')]);
	});

	test('stays unknown if its item is invalid in the next try', async () => {
		reject();
		const items = changing('phone', 2, '380501000000', 'x');
		const result = await execute([], { ...resending, ...goOn, ...retrying, items });
		expect(json(result)).toEqual([
			expect.objectContaining({ error: expect.stringContaining("'Phone'") }),
		]);
		expect(json(await execute(['a'], goOn))).toEqual([maybeSent('a')]);
		expect(sends()).toBe(2);
	});

	test.each([
		['sent', 1, [sent], left('c')],
		['rejected', 2, [expect.objectContaining({ is_sent: false })], sent],
	])('stays unknown if its item has another key in the next try, which is %s', async (...row) => {
		const [, rejections, came, next] = row;
		for (let time = 0; time < rejections; time++) reject();
		const items = changing('order', 2, 'a', 'c');
		const setting = { ...resending, ...goOn, ...retrying, maxTries: 2 };
		expect(json(await execute([], { ...setting, items }))).toEqual(came);
		expect(json(await execute(['a', 'c'], goOn))).toEqual([maybeSent('a'), next]);
	});

	test('is not resent by the next try if the option is off by then', async () => {
		reject();
		const items = changing('resend', 2, true, false);
		const made = keyed({ resendUnknown: '={{ $json.resend }}' });
		const result = await execute([], { ...made, ...goOn, ...retrying, items });
		expect(json(result)).toEqual([maybeSent('a')]);
		expect(sends()).toBe(2);
	});

	test('may have been sent, also if the database fails while others are resent', async () => {
		let writes = 0;
		table.beforeWrite = () => {
			writes += 1;
			if (writes === 4) throw new Error('database is locked');
		};
		const items = orders('a', 'a');
		const { items: output } = await execute([], { ...resending, ...goOn, items });
		expect(output.map(({ json }) => json.is_sent)).toEqual([null, null]);
		expect(sends()).toBe(1);
	});

	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'is left out as unknown when its hours end, under %s',
		async (onError) => {
			const before = Date.parse('2026-11-20T17:59:59Z');
			jest.spyOn(Date, 'now').mockImplementation(() => before + (sends() < 2 ? 0 : 5_000));
			const made = keyed({ resendUnknown: true, sendBetween: '09:00-18:00' });
			const setting = { ...made, timezone: 'UTC', onError };
			const result = await execute(['b', 'a', 'a'], setting);
			expect(json(result)).toEqual([
				sent,
				...[1, 2].map(() =>
					expect.objectContaining({ is_sent: null, reason: 'outside sending hours' }),
				),
			]);
			expect(json(await execute(['a'], goOn))).toEqual([maybeSent('a')]);
			expect(sends()).toBe(2);
		},
	);
});

describe('under Retry On Fail', () => {
	const retrying = { retryOnFail: true, maxTries: 3 };

	// The store of a test execution forgets all: the run itself has to know its keys.
	test.each(['trigger', 'manual'] as const)(
		'a key that an earlier try sent is not sent for another item, in the mode %s',
		async (mode) => {
			sandbox.fault({ kind: 'error200', operation: 'sendQuickSMS', skip: 1 });
			const result = await execute(['a', 'b', 'a'], { ...retrying, mode });
			expect(json(result)).toEqual([sent, sent, left('a')]);
			expect(sends()).toBe(3);
		},
	);

	describe('with a pause between two tries', () => {
		useFakeTime();

		test('what was rejected is no longer ours: another execution may have sent it before the next try', async () => {
			sandbox.fault({ kind: 'error200', operation: 'sendQuickSMS' });
			const result = execute(['a'], { ...retrying, ...goOn, waitBetweenTries: 1_000 });
			await until('the first try sends', 10, () => sends() > 0, 5);
			cut();
			// It waits until the first try has ended.
			await execute(['a'], goOn);
			expect(json(await result)).toEqual([maybeSent('a')]);
			expect(sends()).toBe(2);
		});
	});

	// With Continue n8n tries again if the first item of the output is an error.
	test('an item follows what an earlier try sent beside an invalid item', async () => {
		const items = orders('b', 'a', 'a');
		items[0].json.phone = 'x';
		const result = await execute([], { ...goOn, ...retrying, items });
		expect(json(result)).toEqual([
			expect.objectContaining({ error: expect.stringContaining("'Phone'") }),
			sent,
			left('a'),
		]);
		expect(sends()).toBe(1);
	});

	test('an item follows the item with its key that an earlier try may have sent', async () => {
		cut();
		const result = await execute(['a', 'a', 'b'], { ...goOn, ...retrying });
		expect(json(result)).toEqual([
			expect.objectContaining({ error: expect.stringMatching(/may have been sent$/) }),
			maybeSent('a'),
			sent,
		]);
		expect(sends()).toBe(2);
	});

	test('what has the key of something that may have been sent says so when the hours are over', async () => {
		const before = Date.parse('2026-11-20T17:59:59Z');
		jest.spyOn(Date, 'now').mockImplementation(() => before + (sends() < 1 ? 0 : 5_000));
		cut();
		const made = keyed({ sendBetween: '09:00-18:00' });
		const result = await execute(['a', 'a'], {
			...made,
			...goOn,
			...retrying,
			timezone: 'UTC',
		});
		expect(json(result).map((item) => (item as { is_sent: unknown }).is_sent)).toEqual([
			null,
			null,
		]);
	});

	test('what an earlier try sent was sent, although its hours are over', async () => {
		sandbox.fault({ kind: 'error200', operation: 'sendQuickSMS', skip: 1 });
		const items = orders('a', 'b');
		const hour = new Date().getUTCHours();
		const other = `${String((hour + 3) % 20).padStart(2, '0')}:00`;
		const closed = `${other}-${other.slice(0, 2)}:30`;
		Object.defineProperty(items[0].json, 'hours', {
			get: () => (sends() === 0 ? '00:00-24:00' : closed),
		});
		Object.assign(items[1].json, { hours: '00:00-24:00' });
		const made = sendSms({ maxInFlight: 1, maxWait: 0, sendBetween: '={{ $json.hours }}' });
		const result = await execute([], { ...made, items, ...retrying, timezone: 'UTC' });
		expect(json(result)).toEqual([sent, sent]);
		expect(sends()).toBe(3);
	});
});

test.each([1, 30])('remembers a key for %i days, as the option says', async (days) => {
	const setting = keyed(days === 30 ? {} : { rememberDays: days });
	const now = Date.now.bind(Date);
	await execute(['a'], setting);
	let later = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + later);
	later = days * DAY * 0.9;
	expect(json(await execute(['a'], setting))).toEqual([left('a')]);
	later = days * DAY * 2;
	expect(json(await execute(['a'], setting))).toEqual([sent]);
});

describe('a message that is scheduled behind what its key is remembered', () => {
	const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
	const email = (days: number, options: object = {}): RunSetting => ({
		node: 'messagingServiceEmail',
		parameters: {
			...{ resource: 'message', operation: 'send', senderEmail: 'shop@example.com' },
			...{ email: 'anna@example.com', subject: 'S', message: 'M' },
			options: { scheduleTime: inDays(days), sendOnceKey: 'a', ...options },
		},
	});
	test.each([
		[31, {}, 30],
		[90, {}, 30],
		[90, { rememberDays: 60 }, 60],
		[8, { rememberDays: 7 }, 7],
	])('in %p days with %j is an error that names the days', async (days, options, remembered) => {
		const { error } = await run(sandbox, { ...email(days, options), mode: 'trigger' });
		expect(error?.message).toBe(
			`'Schedule Time' is ${days} days ahead, but its key is remembered for only ${remembered}`,
		);
		expect(String((error as { description?: unknown }).description)).toContain(
			`Set Send Once: Remember (Days) to ${days} or more.`,
		);
		expect(requestsTo(sandbox, 'sendEmail')).toBe(0);
	});
	test.each([
		[29, {}],
		[90, { rememberDays: 91 }],
		[90, { sendOnceKey: undefined }],
	])('in %p days with %j is sent', async (days, options) => {
		const { error } = await run(sandbox, { ...email(days, options), mode: 'trigger' });
		expect(error).toBeUndefined();
		expect(requestsTo(sandbox, 'sendEmail')).toBe(1);
	});
	test('by Send Between is the same', async () => {
		const sendBetween = `${new Date(Date.now() - DAY).toLocaleString('en', { weekday: 'short', timeZone: 'UTC' })} 00:00-24:00`;
		const options = { scheduleTime: undefined, rememberDays: 3, sendBetween };
		const setting = { ...email(0, options), mode: 'trigger' as const, timezone: 'UTC' };
		const { error } = await run(sandbox, setting);
		expect(error?.message).toMatch(/^'Schedule Time' is \d days ahead/);
	});
});

test('saves the hashes that every version of this package has saved', async () => {
	jest.spyOn(Date, 'now').mockReturnValue(61 * 30 * DAY);
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

test('an execution that is no test has no hint of a test', async () => {
	const { runData } = await execute(['a']);
	const [task] = Object.values(runData).at(-1) ?? [];
	expect([task?.executionStatus, task?.hints]).toEqual(['success', []]);
});

describe('if the database of n8n fails', () => {
	/** @param at the writes that fail, counted from now */
	const failAt = (...at: number[]) => {
		let writes = 0;
		table.beforeWrite = () => {
			writes += 1;
			if (at.includes(writes)) throw new Error('database is locked');
		};
	};

	test.each([[[1]], [[2]], [[2, 3]]])(
		'in write %j, what was not sent is sent by the next try, or by the next execution',
		async (at) => {
			failAt(...at);
			const result = await execute(['a']);
			expect([result.error?.message, descriptionOf(result)]).toEqual([
				"'Send Once Per Key' needs n8n's database, which could not be read or written",
				"Run this step again. If it fails again, see n8n's log. Nothing was sent.",
			]);
			expect(sends()).toBe(0);
			expect(json(await execute(['a']))).toEqual([sent]);
			failAt(...at);
			const retrying = { retryOnFail: true, maxTries: 3 };
			expect(json(await execute(['a', 'b'], retrying))).toEqual([left('a'), sent]);
			expect(sends()).toBe(2);
		},
	);

	test.each([
		['read', () => jest.spyOn(table.rows, 'get')],
		['written', () => jest.spyOn(table.rows, 'set')],
	])(
		'so that no key can be %s, each item may be tried again, and the log says why',
		async (_, spy) => {
			const log = captureLog();
			spy().mockImplementation(() => {
				throw new Error('SQLITE_IOERR: disk I/O error');
			});
			const items = json(await execute(['a', 'a', 'b'], goOn));
			expect(items).toEqual(
				Array(3).fill(
					expect.objectContaining({
						error: "'Send Once Per Key' needs n8n's database, which could not be read or written",
						error_kind: 'unavailable',
						is_sent: false,
					}),
				),
			);
			expect(sends()).toBe(0);
			expect(log.filter((line) => line.includes('SQLITE_IOERR'))).toHaveLength(1);
		},
	);

	test.each([[[1]], [[2]], [[3]], [[4]], [[4, 5]], [[4, 5, 6]]])(
		'in write %j, a key of unknown outcome stays unknown, and the others are sent',
		async (at) => {
			cut();
			await execute(['a']);
			failAt(...at);
			const retrying = { retryOnFail: true, maxTries: 4 };
			const result = await execute(['a', 'b'], { ...goOn, ...retrying });
			expect(json(result)).toEqual([maybeSent('a'), sent]);
			expect(json(await execute(['a', 'b'], goOn))).toEqual([maybeSent('a'), left('b')]);
			expect(sends()).toBe(2);
		},
	);

	test.each([[[3]], [[4]], [[3, 4]]])(
		'in write %j, a key that the service rejected is free',
		async (at) => {
			sandbox.fault({ kind: 'error200', operation: 'sendQuickSMS' });
			failAt(...at);
			await execute(['a', 'b'], goOn);
			const second = at.includes(3) ? maybeSent('b') : left('b');
			expect(json(await execute(['a', 'b'], goOn))).toEqual([sent, second]);
		},
	);
});
