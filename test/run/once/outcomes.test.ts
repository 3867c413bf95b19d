import { createHash } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { type Made, people, sendJsonEmails, sendSms } from '../../support/operations';
import { captureLog, requestsTo, run } from '../../support/sandboxHarness';
import type { RunSetting } from '../../support/engine/runNode';
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
const left = (key: string) => ({ sent: false, reason: 'already sent', key });
const sent = expect.objectContaining({ sent: true });
const maybeSent = expect.objectContaining({
	error: "'Send Once Per Key' is the key of a message that may have been sent before",
});
const json = ({ items }: { items: Array<{ json: object }> }) => items.map((item) => item.json);
const goOn = { onError: 'continueRegularOutput' } as const;

test('a key of unknown outcome stays unknown although the same step sent others', async () => {
	cut();
	await execute(['a', 'b'], goOn);
	const result = await execute(['a', 'b', 'c'], goOn);
	expect(json(result)).toEqual([maybeSent, left('b'), sent]);
	expect(sends()).toBe(3);
});

test('an item follows the item with its key whose outcome is unknown', async () => {
	cut(1);
	const first = await execute(['b', 'a', 'a'], goOn);
	expect(json(first)[2]).toEqual(maybeSent);
	expect(json(await execute(['a', 'a', 'c'], goOn))).toEqual([maybeSent, maybeSent, sent]);
	expect(sends()).toBe(3);
});

test('an item follows the item with its key that is not the first of all', async () => {
	expect(json(await execute(['b', 'a', 'a']))[2]).toEqual(left('a'));
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

	test('stays unknown, and its item says why and that it may have been sent', async () => {
		cut();
		await execute(['a'], goOn);
		reject();
		const [again, follower, other] = json(
			await execute(['a', 'a', 'b'], { ...resending, ...goOn }),
		);
		expect(again).toMatchObject({ error: 'Something went wrong', sent: null });
		expect([follower, other]).toEqual([maybeSent, sent]);
		expect(json(await execute(['a', 'b'], goOn))).toEqual([maybeSent, left('b')]);
		expect(sends()).toBe(3);
		expect(json(await execute(['a'], resending))).toEqual([sent]);
		expect(json(await execute(['a'], resending))).toEqual([left('a')]);
	});

	test('is resent by the next try, and stays unknown if none succeeds', async () => {
		cut();
		await execute(['a']);
		for (let time = 0; time < 3; time++) reject();
		const retrying = { retryOnFail: true, maxTries: 3 };
		const result = await execute(['a'], { ...resending, ...retrying });
		expect(result.error?.message).toBe('Something went wrong');
		expect(sends()).toBe(4);
		expect(json(await execute(['a'], goOn))).toEqual([maybeSent]);
	});
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
			expect.objectContaining({ error: expect.stringMatching(/may have been sent anyway$/) }),
			maybeSent,
			sent,
		]);
		expect(sends()).toBe(2);
	});

	test('no try sends what an earlier execution may have sent', async () => {
		cut();
		await execute(['a']);
		const result = await execute(['a', 'b'], { ...goOn, ...retrying });
		expect(json(result)).toEqual([maybeSent, sent]);
		expect(sends()).toBe(2);
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

describe('mailings as JSON, which have one key', () => {
	const two = sendJsonEmails(options);
	const rejectSecond = () =>
		sandbox.fault({ kind: 'error200', operation: 'sendBulkEmail', skip: 1 });

	test('are not reported as sent if only the first was sent', async () => {
		rejectSecond();
		expect((await execute(['a'], two)).error).toBeDefined();
		const { error } = await execute(['a'], two);
		expect(error?.message).toMatch(/may have been sent before$/);
		expect(requestsTo(sandbox, 'sendBulkEmail')).toBe(2);
	});

	test('are completed by the next try of Retry On Fail', async () => {
		rejectSecond();
		const result = await execute(['a'], { ...two, retryOnFail: true, maxTries: 2 });
		expect(json(result)).toEqual([sent, sent]);
		expect(requestsTo(sandbox, 'sendBulkEmail')).toBe(3);
		expect(json(await execute(['a'], two))).toEqual([left('a')]);
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

test('the log says that n8n did not save the keys, and names none', async () => {
	const log = captureLog();
	let writes = 0;
	table.beforeWrite = () => {
		writes += 1;
		if (writes > 2) throw new Error('database is locked');
	};
	await execute(['order 1234567']);
	const about = log.filter((line) => line.includes('did not save the keys'));
	expect(about).toEqual([expect.stringMatching(/^MessagingServiceSms: .*database is locked/)]);
	expect(log.join()).not.toContain('1234567');
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
			expect((await execute(['a'])).error?.message).toBe('database is locked');
			expect(sends()).toBe(0);
			expect(json(await execute(['a']))).toEqual([sent]);
			failAt(...at);
			const retrying = { retryOnFail: true, maxTries: 3 };
			expect(json(await execute(['a', 'b'], retrying))).toEqual([left('a'), sent]);
			expect(sends()).toBe(2);
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
			expect(json(result)).toEqual([maybeSent, sent]);
			expect(json(await execute(['a', 'b'], goOn))).toEqual([maybeSent, left('b')]);
			expect(sends()).toBe(2);
		},
	);

	test.each([[[3]], [[4]], [[3, 4]]])(
		'in write %j, a key that the service rejected is free',
		async (at) => {
			sandbox.fault({ kind: 'error200', operation: 'sendQuickSMS' });
			failAt(...at);
			await execute(['a', 'b'], goOn);
			const second = at.includes(3) ? maybeSent : left('b');
			expect(json(await execute(['a', 'b'], goOn))).toEqual([sent, second]);
		},
	);
});
