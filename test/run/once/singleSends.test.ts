import type { INodeParameters } from 'n8n-workflow';
import { assertRoomFor } from '../../../nodes/shared/run/keys/keyProblems';
import { people, sendEmails, sendSms } from '../../support/operations';
import { captureLog, requestsTo, run } from '../../support/sandboxHarness';
import type { RunSetting } from '../../support/engine/runNode';
import { useDuplicateStore } from '../../support/duplicateStore';
import { sandbox, startEachFresh, table } from './freshStart';

startEachFresh();

const options = { maxInFlight: 1, maxWait: 0, timeout: 20 };
const keyed = (more: INodeParameters = {}) =>
	sendSms({ ...options, sendOnceKey: '={{ $json.order }}', ...more });
/** Items with these keys, each to a phone of its own. */
const orders = (...keys: unknown[]) =>
	people(keys.length).map(({ json }, index) => ({
		json: { ...json, order: keys[index] as string },
	}));
const execute = async (setting: Partial<RunSetting>) =>
	await run(sandbox, { ...keyed(), mode: 'trigger', ...setting });
const sends = () => requestsTo(sandbox, 'sendQuickSMS');
const left = (key: string): unknown =>
	expect.objectContaining({ is_sent: false, reason: 'already sent', key });
const json = ({ items }: { items: Array<{ json: object }> }) => items.map((item) => item.json);

test('sends a key once, in whichever execution it comes again', async () => {
	const first = await execute({ items: orders('a', 'b') });
	expect(json(first)).toEqual([
		expect.objectContaining({ is_sent: true, sms_id: expect.anything() }),
		expect.objectContaining({ is_sent: true, sms_id: expect.anything() }),
	]);
	const second = await execute({ items: orders('b', 'c', 'a') });
	expect(json(second)).toEqual([
		left('b'),
		expect.objectContaining({ is_sent: true }),
		left('a'),
	]);
	expect(second.items.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 2 },
	]);
	expect(sends()).toBe(3);
});

test('a number and its text are the same key', async () => {
	await execute({ items: orders(17) });
	expect(json(await execute({ items: orders('17') }))).toEqual([left('17')]);
});

test('a phone in a key is the same however it is written', async () => {
	const phones = ['+371 2000 0061', '0037120000061', '+٣٧١٢٠٠٠٠٠٦١', ' 37120000061\u00a0 '];
	const items = phones.map((phone) => ({ json: { order: `${phone} 17`, phone, text: 'Hi' } }));
	const { items: output, error } = await execute({ items });
	expect(error).toBeUndefined();
	expect(output.map((one) => one.json.is_sent)).toEqual([true, false, false, false]);
	const other = { json: { order: '+371 2000 0062 17', phone: '+371 2000 0062', text: 'Hi' } };
	expect(json(await execute({ items: [other] }))).toMatchObject([{ is_sent: true }]);
	expect(sends()).toBe(2);
});

test('an email in a key is the same however it is written', async () => {
	const emails = ['Anna@bücher.example', 'Anna <anna@xn--bcher-kva.example>'];
	const items = emails.map((email) => ({ json: { email, text: email, order: `${email} 17` } }));
	const batch = sendEmails({ sendOnceKey: '={{ $json.order }}' });
	const { items: output } = await run(sandbox, { ...batch, mode: 'trigger', items });
	expect(output.map(({ json: item }) => item.is_sent)).toEqual([true, false]);
	expect(output[1].json.reason).toBe('already sent');
});

test.each([
	['order 17', ' order 17\u00a0'],
	['Café', 'Cafe\u0301'],
])('the key %j is the same as %j', async (key, other) => {
	await execute({ items: orders(key) });
	expect(json(await execute({ items: orders(other) }))).toEqual([left(key)]);
	expect(sends()).toBe(1);
});

test.each([
	...[true, false, 12345678901234567000, 1e21, 'order-undefined', 'undefined', 'NaN', 'null'],
	...['Invalid Date', 'Anna undefined 2', 'order-NaN', 'undefined:17', 'undefined_1'],
	...[
		'undefined-anna@example.com',
		'null anna@example.com',
		'NaN|a@example.com',
		'null@shop',
		'order-null@shop',
	],
])('rejects the key %j, which other messages may also have', async (key) => {
	const { error } = await execute({ items: orders(key) });
	expect(error?.message).toMatch(
		/^'Send Once Per Key' is .*, which other messages may also have/,
	);
	expect(sends()).toBe(0);
});

test('a key has at most 1,000 characters, and a longer one is an error', async () => {
	const { error } = await execute({ items: orders(`${'null.'.repeat(60_000)}@`) });
	expect(error?.message).toBe(
		"'Send Once Per Key' has 300,001 characters; a key has at most 1,000",
	);
	expect(sends()).toBe(0);
	expect((await execute({ items: orders('k'.repeat(1_000)) })).error).toBeUndefined();
	expect(sends()).toBe(1);
});

test('a word that only contains one of those is a key', async () => {
	const names = ['nullable', 'Anna Nullová', 'banana', 'null.smith@shop.example'];
	names.push('jennifer.null@shop.example', 'a-null@shop.example');
	expect(json(await execute({ items: orders(...names) }))).toHaveLength(names.length);
	expect(sends()).toBe(names.length);
});

test.each(['', '  ', null, undefined, '\u200b'])(
	'an item with the blank key %j is an error, and nothing is sent',
	async (blank) => {
		const { error } = await execute({ items: orders('a', blank) });
		expect(error?.message).toBe("'Send Once Per Key' is empty");
		expect(sends()).toBe(0);
		const continued = await execute({
			items: orders('a', blank),
			onError: 'continueRegularOutput',
		});
		expect(json(continued)).toEqual([
			expect.objectContaining({ is_sent: true }),
			expect.objectContaining({ error: "'Send Once Per Key' is empty" }),
		]);
	},
);

test('an expression that throws for the first item is an error of that item alone', async () => {
	for (const option of ['sendOnceKey', 'sendBetween']) {
		const value = option === 'sendOnceKey' ? '$json.order' : "'00:00-24:00'";
		const expression = `={{ $itemIndex === 0 ? $('Nowhere').item.json : ${value} }}`;
		const { items } = await execute({
			...sendSms({ ...options, [option]: expression }),
			items: orders('a', 'b'),
			onError: 'continueRegularOutput',
		});
		expect(items.map(({ json: { error, is_sent } }) => [error, is_sent])).toEqual([
			["Referenced node doesn't exist", false],
			[undefined, true],
		]);
	}
});

test('a key that was definitely not sent may be sent again', async () => {
	sandbox.fault({ kind: 'error200', operation: 'sendQuickSMS', skip: 1 });
	const { error } = await execute({ items: orders('a', 'b', 'c') });
	expect(error).toBeDefined();
	const again = await execute({ items: orders('a', 'b', 'c') });
	expect(json(again).map((one) => ('is_sent' in one ? one.is_sent : undefined))).toEqual([
		false,
		true,
		true,
	]);
	expect(sends()).toBe(4);
});

test.each([
	['=order-{{ $json.order }}', '{{ $json.order }}'],
	["= {{ $json.order.id }} / {{ { a: 'b' }[$json.order] }}", '{{ $json.order.id }}'],
	['={{ $json.phone }}-{{ $json.order }}', '{{ $json.order }}'],
	['={{ $json.phone }}{{ $json.order?.toString() }}', '{{ $json.order?.toString() }}'],
	['={{ "sale" }} {{ $json.order || "" }}', '{{ $json.order || "" }}'],
])('a key of %s is an error for an item that lacks the value', async (sendOnceKey, part) => {
	const items = [...orders('', null), ...orders(undefined)];
	const result = await execute({
		...keyed({ sendOnceKey }),
		items,
		onError: 'continueRegularOutput',
	});
	const error = `'Send Once Per Key' has "${part}", which is empty`;
	expect(json(result)).toEqual(Array(3).fill(expect.objectContaining({ error, is_sent: false })));
	expect(sends()).toBe(0);
});

test('a key whose expressions all have a value is one, and so is a text without any', async () => {
	const made = keyed({ sendOnceKey: '=order-{{ $json.order }}{{ $json.nothing || "-" }}' });
	await execute({ ...made, items: orders('7') });
	await execute({ ...keyed({ sendOnceKey: '=order-' }), items: orders('8') });
	await execute({ ...keyed({ sendOnceKey: 'sale' }), items: orders('9') });
	expect(sends()).toBe(3);
});

test('a key of unknown outcome is an error in the next execution, and is not sent', async () => {
	sandbox.fault({ kind: 'cut', operation: 'sendQuickSMS', after: true });
	await execute({ items: orders('a') });
	for (const _ of [1, 2]) {
		const { error } = await execute({ items: orders('b', 'a') });
		expect(error?.message).toMatch(/is the key of a message that may have been sent before$/);
	}
	expect(sends()).toBe(1);
	const continued = await execute({ items: orders('a', 'b'), onError: 'continueRegularOutput' });
	expect(json(continued)).toEqual([
		expect.objectContaining({
			error: expect.stringMatching(/may have been sent before: "a"$/),
		}),
		expect.objectContaining({ is_sent: true }),
	]);
});

test('a key of unknown outcome is not sent again with Resend If Unknown of another item', async () => {
	sandbox.fault({ kind: 'cut', operation: 'sendQuickSMS', after: true });
	await execute({ items: orders('a') });
	const made = keyed({ resendUnknown: "={{ $json.order === 'b' }}" });
	const items = orders('b', 'a');
	const result = await execute({ ...made, items, onError: 'continueRegularOutput' });
	expect(json(result)).toEqual([
		expect.objectContaining({ is_sent: true }),
		expect.objectContaining({
			error: expect.stringMatching(/may have been sent before: "a"$/),
		}),
	]);
});

test('a crash while it is sent leaves a key whose outcome is unknown', async () => {
	let saved = new Map<string, string>();
	table.beforeWrite = () => {
		if (sends() === 0) return;
		// The last that the database has before the outcome is saved.
		saved = saved.size > 0 ? saved : new Map(table.rows);
	};
	await execute({ items: orders('a', 'b') });
	const restarted = await useDuplicateStore();
	for (const [key, row] of saved) restarted.rows.set(key, row);
	for (const key of ['a', 'b']) {
		const { error } = await execute({ items: orders(key) });
		expect(error?.message).toMatch(/may have been sent before$/);
	}
	expect(sends()).toBe(2);
});

test('a test execution in the editor remembers nothing, and says so', async () => {
	for (const _ of [1, 2]) {
		const result = await execute({ mode: 'manual', items: orders('a', 'a') });
		expect(json(result)).toEqual([expect.objectContaining({ is_sent: true }), left('a')]);
		const [task] = Object.values(result.runData).at(-1) ?? [];
		expect(task?.hints?.at(-1)?.message).toMatch(/remembers nothing in a test execution/);
	}
	expect([sends(), table.rows.size]).toEqual([2, 0]);
});

test('ten executions at the same time send a key once', async () => {
	const all = await Promise.all(
		Array.from(
			{ length: 10 },
			async (_, n) =>
				await execute({ items: orders('a', `own ${n}`), executionId: String(n) }),
		),
	);
	expect(sends()).toBe(11);
	expect(all.flatMap(json).filter((one) => 'reason' in one)).toHaveLength(9);
});

test('an execution waits for another one with its key, and sends if that one fails', async () => {
	sandbox.fault({ kind: 'error200', operation: 'sendQuickSMS' });
	const all = await Promise.all([
		execute({ items: orders('a') }),
		execute({ items: orders('a') }),
		execute({ items: orders('a') }),
	]);
	expect(all.filter(({ error }) => error)).toHaveLength(1);
	expect(all.flatMap(json).filter((one) => 'reason' in one)).toEqual([left('a')]);
	expect(sends()).toBe(2);
});

describe('under Retry On Fail', () => {
	const retrying = { retryOnFail: true, maxTries: 3 };

	test('a resent key is remembered as sent', async () => {
		sandbox.fault({ kind: 'cut', operation: 'sendQuickSMS', after: true });
		const made = keyed({ resendUnknown: true });
		const result = await execute({ ...made, items: orders('a'), ...retrying });
		expect(json(result)).toEqual([expect.objectContaining({ is_sent: true })]);
		expect(json(await execute({ items: orders('a') }))).toEqual([left('a')]);
		expect(sends()).toBe(2);
	});
});

test('with Continue, an item follows the failed item with its key', async () => {
	sandbox.fault({ kind: 'error200', operation: 'sendQuickSMS' });
	const items = orders('a', 'a', 'b');
	const result = await execute({ items, onError: 'continueRegularOutput' });
	expect(json(result)).toEqual([
		...Array<unknown>(2).fill(
			expect.objectContaining({
				...{ error: 'Something went wrong', error_kind: 'rejected', is_sent: false },
			}),
		),
		expect.objectContaining({ is_sent: true }),
	]);
	expect(sends()).toBe(2);
});

test('an execution that keeps no key after an error leaves none', async () => {
	const wrong = [...orders('a'), { json: { phone: 'x', text: 'y', order: 'b' } }];
	await execute({ items: wrong });
	expect(table.writes).toBe(0);
	expect(json(await execute({ items: orders('a') }))[0]).toMatchObject({ is_sent: true });
});

test('what n8n cannot save is sent, and its key stays claimed: the log says so and names none', async () => {
	const log = captureLog();
	let writes = 0;
	table.beforeWrite = () => {
		writes += 1;
		if (writes > 2) throw new Error('database is locked');
	};
	const result = await execute({ items: orders('order 1234567') });
	expect(json(result)).toEqual([expect.objectContaining({ is_sent: true })]);
	expect(log.filter((line) => line.includes('did not read or save its keys'))).toEqual([
		expect.stringMatching(/^MessagingServiceSms: .*database is locked/),
	]);
	expect(log.join()).not.toContain('1234567');
	table.beforeWrite = () => {};
	const { error } = await execute({ items: orders('order 1234567') });
	expect(error?.message).toMatch(/may have been sent before$/);
	expect(sends()).toBe(1);
});

test('rejects more keys than a step remembers', () => {
	expect(() => assertRoomFor(250_000)).not.toThrow();
	expect(() => assertRoomFor(250_001)).toThrow(
		expect.objectContaining({
			problem: 'has 250001 keys, but a step remembers at most 250000',
			advice: 'Send fewer items at a time.',
		}),
	);
});
