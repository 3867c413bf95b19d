import type { INodeParameters } from 'n8n-workflow';
import type { Claim } from '../../../nodes/shared/run/entry';
import { assertMaxKeys } from '../../../nodes/shared/run/keys/keyProblems';
import { sendWithKeys } from '../../../nodes/shared/run/keys/sendWithKeys';
import type { AnyRun } from '../../../nodes/shared/run/operation';
import { sendEmails, sendSms } from '../../support/operations';
import { captureLog, run } from '../../support/sandboxHarness';
import type { RunSetting } from '../../support/engine/runNode';
import { useDuplicateStore } from '../../support/duplicateStore';
import { hintsOf, itemOfError, jsonsOf } from '../sending/observed';
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

const options = { maxInFlight: 1, maxWait: 0, timeout: 20 };
const keyed = (more: INodeParameters = {}) =>
	sendSms({ ...options, sendOnceKey: '={{ $json.order }}', ...more });
const execute = async (setting: Partial<RunSetting>) =>
	await run(sandbox, { ...keyed(), mode: 'trigger', ...setting });
const executed = async (setting: Partial<RunSetting>) => jsonsOf(await execute(setting));

test('Send Once Per Key sends a key once across executions', async () => {
	expect(await executed({ items: orders('a', 'b') })).toEqual([sent, sent]);
	const second = await execute({ items: orders('b', 'c', 'a') });
	expect(jsonsOf(second)).toEqual([left('b'), sent, left('a')]);
	expect(second.items.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 1, 2].map((item) => ({ item })),
	);
	expect(sends()).toBe(3);
});

test.each([
	['17', 17],
	['order 17', ' order 17\u00a0'],
	['Café', 'Cafe\u0301'],
])('Send Once Per Key treats the key %j as the same as %j', async (key, other) => {
	await execute({ items: orders(other) });
	expect(await executed({ items: orders(key) })).toEqual([left(key.normalize())]);
	expect(sends()).toBe(1);
});

test('Send Once Per Key treats spellings of one phone in a key as the same', async () => {
	const phones = ['+371 2000 0061', '0037120000061', '+٣٧١٢٠٠٠٠٠٦١', ' 37120000061\u00a0 '];
	const items = phones.map((phone) => ({ json: { order: `${phone} 17`, phone, text: 'Hi' } }));
	const { items: output, error } = await execute({ items });
	expect(error).toBeUndefined();
	expect(output.map(({ json }) => json.is_sent)).toEqual([true, false, false, false]);
	const another = { json: { order: '+371 2000 0062 17', phone: '+371 2000 0062', text: 'Hi' } };
	expect(await executed({ items: [another] })).toEqual([sent]);
	expect(sends()).toBe(2);
});

test('Send Once Per Key treats spellings of one email in a key as the same', async () => {
	const emails = ['Anna@bücher.example', 'Anna <anna@xn--bcher-kva.example>'];
	const items = emails.map((email) => ({ json: { email, text: email, order: `${email} 17` } }));
	const batch = sendEmails({ sendOnceKey: '={{ $json.order }}' });
	const [first, second] = await executed({ ...batch, items });
	expect([first.is_sent, second.is_sent]).toEqual([true, false]);
	expect(second.reason).toBe('already sent');
});

test.each([
	...[true, false, 12345678901234567000, 1e21, 'order-undefined', 'undefined', 'NaN', 'null'],
	...['Invalid Date', 'Anna undefined 2', 'order-NaN', 'undefined:17', 'undefined_1'],
	...['undefined-anna@example.com', 'null anna@example.com', 'NaN|a@example.com', 'null@shop'],
	'order-null@shop',
])('Send Once Per Key rejects the key %j, which other messages may also have', async (key) => {
	const { error } = await execute({ items: orders(key) });
	expect(error?.message).toMatch(
		/^'Send Once Per Key' is .*, which may also be the key of other messages/,
	);
	expect(sends()).toBe(0);
});

test('Send Once Per Key accepts a key with a name that contains "null" or "nan"', async () => {
	const names = ['nullable', 'Anna Nullová', 'banana', 'null.smith@shop.example'];
	names.push('jennifer.null@shop.example', 'a-null@shop.example');
	expect(await executed({ items: orders(...names) })).toHaveLength(names.length);
	expect(sends()).toBe(names.length);
});

test('Send Once Per Key rejects a key of more than 1,000 characters', async () => {
	const { error } = await execute({ items: orders(`${'null.'.repeat(60_000)}@`) });
	expect(error?.message).toBe(
		"'Send Once Per Key' has 300,001 characters; a key has at most 1,000",
	);
	expect(sends()).toBe(0);
	const oneMore = await execute({ items: orders('k'.repeat(1_001)) });
	expect(oneMore.error?.message).toMatch(/has 1,001 characters/);
	expect((await execute({ items: orders('k'.repeat(1_000)) })).error).toBeUndefined();
	expect(sends()).toBe(1);
});

test.each(['', '  ', null, undefined, '\u200b'])(
	'an item with the blank key %j is an error, and nothing is sent',
	async (blank) => {
		const items = orders('a', blank);
		const EMPTY = "'Send Once Per Key' is empty";
		expect((await execute({ items })).error?.message).toBe(EMPTY);
		expect(sends()).toBe(0);
		const error: unknown = expect.objectContaining({ error: EMPTY });
		expect(await executed({ items, ...goOn })).toEqual([sent, error]);
	},
);

test.each([
	['sendOnceKey', '$json.order'],
	['sendBetween', "'00:00-24:00'"],
])('an expression of %s that throws for an item is the error of that item', async (...row) => {
	const [option, value] = row;
	const expression = `={{ $itemIndex === 0 ? $('Nowhere').item.json : ${value} }}`;
	const made = sendSms({ ...options, [option]: expression });
	const output = await executed({ ...made, items: orders('a', 'b'), ...goOn });
	expect(output.map(({ error, is_sent }) => [error, is_sent])).toEqual([
		["Referenced node doesn't exist", false],
		[undefined, true],
	]);
});

test('Send Once Per Key sends a key again that was definitely not sent', async () => {
	reject({ skip: 1 });
	expect((await execute({ items: orders('a', 'b', 'c') })).error).toBeDefined();
	expect(await executed({ items: orders('a', 'b', 'c') })).toEqual([left('a'), sent, sent]);
	expect(sends()).toBe(4);
});

test.each([
	['=order-{{ $json.order }}', '{{ $json.order }}'],
	["= {{ $json.order.id }} / {{ { a: 'b' }[$json.order] }}", '{{ $json.order.id }}'],
	['={{ $json.phone }}-{{ $json.order }}', '{{ $json.order }}'],
	['={{ $json.phone }}{{ $json.order?.toString() }}', '{{ $json.order?.toString() }}'],
	['={{ "sale" }} {{ $json.order || "" }}', '{{ $json.order || "" }}'],
])('Send Once Per Key rejects a key of %s if an item lacks it', async (sendOnceKey, part) => {
	const items = [...orders('', null), ...orders(undefined)];
	const error = `'Send Once Per Key' has "${part}", which is empty`;
	const expected: unknown = expect.objectContaining({ error, is_sent: false });
	const output = await executed({ ...keyed({ sendOnceKey }), items, ...goOn });
	expect(output).toEqual(Array(3).fill(expected));
	expect(sends()).toBe(0);
});

test.each(['=order-{{ $json.order }}{{ $json.nothing || "-" }}', '=order-', 'sale'])(
	'Send Once Per Key accepts the key %s, of which no part is empty',
	async (sendOnceKey) => {
		expect(await executed({ ...keyed({ sendOnceKey }), items: orders('7') })).toEqual([sent]);
	},
);

test('a key of unknown outcome is an error in the next execution, and is not sent', async () => {
	cut();
	await execute({ items: orders('a') });
	for (const _ of [1, 2]) {
		const result = await execute({ items: orders('b', 'a') });
		expect(result.error?.message).toMatch(
			/has the key of a message that may have been sent before$/,
		);
		expect(itemOfError(result)).toBe(1);
	}
	expect(sends()).toBe(1);
	expect(await executed({ items: orders('a', 'b'), ...goOn })).toEqual([maybeSent('a'), sent]);
});

test('Resend If Unknown of one item does not resend the key of another item', async () => {
	cut();
	await execute({ items: orders('a') });
	const made = keyed({ resendUnknown: "={{ $json.order === 'b' }}" });
	const output = await executed({ ...made, items: orders('b', 'a'), ...goOn });
	expect(output).toEqual([sent, maybeSent('a')]);
});

test('a crash while a message is sent leaves its key with an unknown outcome', async () => {
	let saved = new Map<string, string>();
	table.beforeWrite = () => {
		if (sends() === 0) return;
		// The last state of the database before the outcome is saved.
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

test('a test execution in the editor remembers no key, and says so', async () => {
	for (const _ of [1, 2]) {
		const result = await execute({ mode: 'manual', items: orders('a', 'a') });
		expect(jsonsOf(result)).toEqual([sent, left('a')]);
		expect(hintsOf(result).at(-1)).toMatch(/^In a test execution, .* remembers nothing/);
	}
	expect([sends(), table.rows.size]).toEqual([2, 0]);
});

test('ten executions at the same time send a key only once', async () => {
	const all = await Promise.all(
		Array.from(
			{ length: 10 },
			async (_, n) =>
				await executed({ items: orders('a', `own ${n}`), executionId: String(n) }),
		),
	);
	expect(sends()).toBe(11);
	expect(all.flat().filter((json) => 'reason' in json)).toHaveLength(9);
});

test('an execution waits for another one with its key, and sends if that one fails', async () => {
	reject();
	const items = orders('a');
	const all = await Promise.all([1, 2, 3].map(async () => await execute({ items })));
	expect(all.filter(({ error }) => error)).toHaveLength(1);
	expect(all.flatMap(jsonsOf).filter((json) => 'reason' in json)).toEqual([left('a')]);
	expect(sends()).toBe(2);
});

test('a key that Retry On Fail has resent is remembered as sent', async () => {
	cut();
	const made = keyed({ resendUnknown: true });
	const setting = { ...made, items: orders('a'), retryOnFail: true, maxTries: 3 };
	expect(await executed(setting)).toEqual([sent]);
	expect(await executed({ items: orders('a') })).toEqual([left('a')]);
	expect(sends()).toBe(2);
});

test('with Continue, an item whose key failed earlier in the run is not sent and has the same error', async () => {
	reject();
	const failed: unknown = expect.objectContaining({
		...{ error: 'Something went wrong', error_kind: 'rejected', is_sent: false },
	});
	const output = await executed({ items: orders('a', 'a', 'b'), ...goOn });
	expect(output).toEqual([failed, failed, sent]);
	expect(sends()).toBe(2);
});

test('an execution whose input is invalid claims no key', async () => {
	const wrong = [...orders('a'), { json: { phone: 'x', text: 'y', order: 'b' } }];
	await execute({ items: wrong });
	expect(table.writes).toBe(0);
	expect(await executed({ items: orders('a') })).toEqual([sent]);
});

test('a key stays claimed if n8n cannot save that it was sent, and the log hides it', async () => {
	const log = captureLog();
	failWrites((write) => write > 2);
	expect(await executed({ items: orders('order 1234567') })).toEqual([sent]);
	expect(log.filter((line) => line.includes('could not read or save keys'))).toEqual([
		expect.stringMatching(/^MessagingServiceSms: .*database is locked/),
	]);
	expect(log.join()).not.toContain('1234567');
	table.beforeWrite = () => {};
	const { error } = await execute({ items: orders('order 1234567') });
	expect(error?.message).toMatch(/may have been sent before$/);
	expect(sends()).toBe(1);
});

test('Send Once Per Key rejects more keys than a step remembers', async () => {
	expect(() => assertMaxKeys(250_000)).not.toThrow();
	const claim: [string, Claim] = ['a', { itemIndex: 0 }];
	const keys = { rememberDays: 30, openClaims: Array(250_001).fill(claim) };
	const send = jest.fn();
	await expect(sendWithKeys({} as AnyRun, keys, send)).rejects.toMatchObject({
		problem: 'has 250001 keys, but a step remembers at most 250000',
		advice: 'Send fewer items at a time.',
	});
	expect(send).not.toHaveBeenCalled();
});
