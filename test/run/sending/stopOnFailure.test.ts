import { people, phoneOf, sendSms } from '../../support/operations';
import { runNode, type RunSetting } from '../../support/engine/runNode';
import { useFakeTime } from '../../support/fakeTime';
import { pause, until } from '../../support/until';
import type { Answer, SentRequest } from '../../support/engine/service';
import { useService } from '../../support/engine/useService';
import { descriptionOf } from './observed';

useFakeTime();

const service = useService();

const ok = (n: number): Answer => ({ body: { sms_id: 5_000 + n, status: 'NEW', parts: 1 } });
const rejected: Answer = { body: { error: 'No such sender' } };
const lost: Answer = { status: 500, body: 'Oops' };
const phoneIn = ({ query }: SentRequest) => Number(new Map(query).get('phone'));

/**
 * Starts a service that responds after some milliseconds. Some items fail after a delay of their
 * own.
 */
function failing(faults: Record<number, [delay: number, answer: Answer]>, usual = 150): void {
	service.answer(async (request) => {
		const n = phoneIn(request) - Number(phoneOf(0));
		const [delay, answer] = faults[n] ?? [usual, ok(n)];
		await pause(delay);
		return answer;
	});
}
const sent = () => service.requests.map(phoneIn).sort();
const phones = (...ns: number[]) => ns.map((n) => Number(phoneOf(n)));
const run = async (maxInFlight: number, count: number, more: Partial<RunSetting> = {}) =>
	await runNode({ ...sendSms({ maxInFlight, maxWait: 3 }), items: people(count), ...more });
const upTo = (count: number) => [...Array(count).keys()];
const ids = (...ns: number[]) => ns.map((n) => `item ${n} (sms_id ${5_000 + n})`).join(', ');

type Faults = Parameters<typeof failing>[0];
test.each<[title: string, inFlight: number, count: number, Faults, said: string]>([
	[
		'sends no request after the first that fails, with one in flight',
		1,
		10,
		{ 3: [0, rejected] },
		`Sent: ${ids(0, 1, 2)}. Failed: item 3. Not sent: items 4-9.`,
	],
	[
		'finishes the requests in flight and sends no other, with ten in flight',
		10,
		30,
		{ 3: [50, rejected] },
		`Sent: ${ids(0, 1, 2, 4, 5, 6, 7, 8, 9)}. Failed: item 3. Not sent: items 10-29.`,
	],
	[
		'names what may have been sent, and what failed besides',
		4,
		6,
		{ 0: [20, lost], 1: [50, rejected], 2: [50, lost] },
		`Sent: ${ids(3)}. May have been sent: items 0, 2. Failed: item 1. Not sent: items 4-5.`,
	],
	[
		'does not say that nothing was sent if as many were sent as may have been',
		1,
		3,
		{ 1: [0, lost] },
		`Sent: ${ids(0)}. May have been sent: item 1. Not sent: item 2.`,
	],
	[
		'says that nothing was sent if the first item fails',
		1,
		3,
		{ 0: [0, rejected] },
		'Failed: item 0. Not sent: items 1-2. Nothing was sent.',
	],
])('the error of a run that stops %s', async (_, inFlight, count, faults, said) => {
	failing(faults);
	const result = await run(inFlight, count);
	expect(descriptionOf(result)).toContain(said);
	expect(sent()).toEqual(phones(...upTo(Math.max(inFlight, 1 + Number(Object.keys(faults)[0])))));
});

test.each([2, 10, 50])(
	'a run that fails does not send items that still wait for one of %i slots',
	async (slots) => {
		let release = () => {};
		const ended = new Promise<void>((resolve) => (release = resolve));
		service.answer(async (request) => {
			const n = phoneIn(request) - Number(phoneOf(0));
			if (n === 100) await pause(400);
			if (n > 100) await ended;
			return n === 0 ? rejected : ok(n);
		});
		const others = people(100 + slots).slice(100);
		const other = run(slots, slots, { items: others, executionId: 'other' });
		await until('the slots are taken', 20, () => service.requests.length === slots);
		const result = await run(slots, 2);
		release();
		expect((await other).error).toBeUndefined();
		expect(sent()).not.toContain(phones(1)[0]);
		expect(descriptionOf(result)).toContain('Failed: item 0. Not sent: item 1.');
	},
);

test('a run has the error that came first, though an earlier item fails later', async () => {
	const late = { status: 400, body: 'Late' };
	failing({ 0: [300, late], 1: [0, rejected] });
	const result = await run(2, 3);
	expect(result.error).toMatchObject({ message: 'No such sender', context: { itemIndex: 1 } });
	expect(descriptionOf(result)).toContain('Failed: items 0-1. Not sent: item 2.');
});

test('the error of a run shows at most 100 characters of an ID', async () => {
	const sms_id = 'x'.repeat(101);
	service.answer((request) =>
		phoneIn(request) === phones(1)[0] ? rejected : { body: { sms_id, status: 'NEW' } },
	);
	expect(descriptionOf(await run(1, 2))).toContain(`(sms_id ${'x'.repeat(100)})`);
});

test('a rate limit after a success does not say that nothing was sent', async () => {
	failing({ 1: [0, { status: 429, headers: { 'retry-after': '999' }, body: 'Slow down' }] });
	const description = descriptionOf(await run(1, 2));
	expect(description).toMatch(/^Try again later, /);
	expect(description).toContain(`Sent: ${ids(0)}. Failed: item 1.`);
	expect(description).not.toContain('Nothing was sent');
});

test('the error of a single item does not mention others', async () => {
	failing({ 0: [0, rejected] });
	expect(descriptionOf(await run(1, 1))).toMatch(/account\. Nothing was sent\.$/);
});

test('the error of a run names the first hundred items by their IDs, and the others as a range', async () => {
	service.answer((request) => {
		const n = phoneIn(request) - Number(phoneOf(0));
		return n === 119 ? rejected : ok(n);
	});
	const description = descriptionOf(await run(1, 130));
	expect(description).toContain(
		`${ids(98, 99)}, items 100-118. Failed: item 119. Not sent: items 120-129.`,
	);
});

test.each([1, 10])(
	'Retry On Fail goes on with the item that failed, with %i in flight',
	async (inFlight) => {
		const faults: Parameters<typeof failing>[0] = { 3: [50, rejected] };
		failing(faults, inFlight === 1 ? 20 : 150);
		const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 500 };
		const running = run(inFlight, 12, retry);
		const isSent = () => service.requests.some((one) => phoneIn(one) === phones(3)[0]);
		await until('the item that fails', 20, isSent, 5);
		await pause(120);
		delete faults[3];
		const { error, items } = await running;
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.sms_id)).toEqual(upTo(12).map((n) => 5_000 + n));
		expect(sent()).toEqual([...phones(...upTo(12)), ...phones(3)].sort());
	},
);

test('a run ends the wait of all ten requests if the rate limit does not end', async () => {
	service.answer(() => ({ status: 429, headers: { 'retry-after': '1' } }));
	const began = Date.now();
	const result = await run(10, 30, sendSms({ maxInFlight: 10, maxWait: 1 }));
	expect(result.error?.message).toMatch(/still limits requests after 1 s/);
	expect(Date.now() - began).toBe(1_000);
	expect(new Set(sent())).toEqual(new Set(phones(...upTo(10))));
	expect(descriptionOf(result)).toContain(
		'Failed: items 0-9. Not sent: items 10-29. Nothing was sent.',
	);
});
