import type { IDataObject } from 'n8n-workflow';
import { callers } from '../support/engine/callTool';
import { type RunSetting, runNode } from '../support/engine/runNode';
import { type Answer, Service } from '../support/engine/service';
import { pairsOf } from './sending/observed';

const flagged = { body: { status: 'OK', result: 'Flagged' } };
const rejected = { status: 400, body: { error: 'No such reply' } };
const goOn = { onError: 'continueRegularOutput' } as const;
const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

let service: Service;
afterEach(() => service.close());

/** @param answers by request; the last one is that of all later ones */
const answering = (...answers: Answer[]) => {
	service = new Service((_, index) => answers[Math.min(index, answers.length - 1)]);
};
const marking = async (given: unknown[], more: Partial<RunSetting> = {}) => {
	const items = given.map((ids, n) => ({ json: { ids, n, message: 'Yes' } as IDataObject }));
	return await runNode({
		node: 'messagingServiceViber',
		parameters: { resource: 'reply', operation: 'markAsRead', replyIds: '={{ $json.ids }}' },
		items,
		...more,
	});
};
/** The IDs of each request. */
const sentIds = () =>
	service.requests.map(({ form = [] }) => {
		const [, ids] = form.find(([name]) => name === 'incoming_messages') ?? ['', ''];
		return String(ids).split(',');
	});
const numbers = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, n) => String(from + n));

test('marks the replies of all input items in one request', async () => {
	answering(flagged);
	const { items, error } = await marking([11, '12, 13', ['14', 'x-15'], 11]);
	expect(error).toBeUndefined();
	expect(sentIds()).toEqual([['11', '12', '13', '14', 'x-15']]);
	expect(pairsOf(items)).toEqual([[0], [1], [2], [3]]);
	expect(items.map(({ json }) => json)).toEqual(
		[11, '12, 13', ['14', 'x-15'], 11].map((ids, n) => ({
			...{ ids, n, message: 'Yes' },
			marked: true,
		})),
	);
});

test('an item has the words of the service if it has no message of its own', async () => {
	answering(flagged);
	const items = [{ json: { ids: 11, error: 'old', marked: 'no' } }];
	const result = await marking([], { items });
	expect(result.items.map(({ json }) => json)).toEqual([
		{ ids: 11, marked: true, message: 'Flagged' },
	]);
});

test('at most 500 IDs are in a request, and the IDs of an item stay together', async () => {
	answering(flagged);
	const given = [...numbers(1, 499), ['900', '901'], ...numbers(500, 1_000)];
	const { items } = await marking(given);
	expect(sentIds()).toEqual([
		numbers(1, 499),
		['900', '901', ...numbers(500, 899), ...numbers(902, 999)],
		['1000'],
	]);
	expect(items).toHaveLength(given.length);
});

test('an item with more than 500 IDs takes several requests', async () => {
	answering(flagged);
	const { items } = await marking(['7', numbers(1, 1_100)]);
	expect(sentIds()).toEqual([
		['7'],
		[...numbers(1, 6), ...numbers(8, 501)],
		numbers(502, 1_001),
		numbers(1_002, 1_100),
	]);
	expect(items.map(({ json }) => json.marked)).toEqual([true, true]);
});

test('under Stop an invalid item marks nothing, with Continue it fails alone', async () => {
	answering(flagged);
	const given = [11, true, 12];
	const { error } = await marking(given);
	expect(error?.message).toContain("'Reply IDs' is true");
	expect(service.requests).toEqual([]);
	const { items } = await marking(given, goOn);
	expect(sentIds()).toEqual([['11', '12']]);
	expect(items.map(({ json }) => [json.n, json.marked, typeof json.error])).toEqual([
		[0, true, 'undefined'],
		[1, undefined, 'string'],
		[2, true, 'undefined'],
	]);
});

test('a failed request fails its items, and Retry On Fail repeats only that request', async () => {
	answering(flagged, rejected, flagged);
	const { items, error } = await marking(numbers(1, 1_000), retrying);
	expect(error).toBeUndefined();
	expect(sentIds()).toEqual([numbers(1, 500), numbers(501, 1_000), numbers(501, 1_000)]);
	expect(items.map(({ json }) => json.marked)).toEqual(numbers(1, 1_000).map(() => true));
});

test('it repeats no part of an item with more than 500 IDs that was marked', async () => {
	answering(flagged, rejected, flagged);
	const { items } = await marking([numbers(1, 700)], retrying);
	expect(sentIds()).toEqual([numbers(1, 500), numbers(501, 700), numbers(501, 700)]);
	expect(items.map(({ json }) => json.marked)).toEqual([true]);
});

test('with Continue the items of a failed request have its error', async () => {
	answering(rejected, flagged);
	const given = numbers(1, 501);
	const { items } = await marking(given, goOn);
	expect(items.map(({ json }) => json.error)).toEqual([
		...numbers(1, 500).map(() => 'No such reply'),
		undefined,
	]);
	expect(items[500].json).toMatchObject({ marked: true });
	const [failed] = (
		await marking([], { ...goOn, items: [{ json: { ids: true, marked: true } }] })
	).items;
	expect(failed.json).not.toHaveProperty('marked');
});

describe('the error of a failed request under Stop', () => {
	const descriptionOf = async (given: unknown[]) => {
		const { error } = await marking(given);
		expect(error?.message).toBe('No such reply');
		return (error as { description?: string } | undefined)?.description;
	};

	test('names the items that failed, and those that were marked before', async () => {
		answering(flagged, rejected);
		const failed = await descriptionOf(numbers(1, 1_200));
		expect(failed).toMatch(/^Failed: items 500-999\. Marked before: items 0-499\.$/);
	});

	test('says that nothing was marked before', async () => {
		answering(rejected);
		const failed = await descriptionOf([1, 2]);
		expect(failed).toMatch(/^Failed: items 0-1\. Nothing else was marked\.$/);
	});

	test('names an item that was marked in part', async () => {
		answering(flagged, flagged, rejected);
		const failed = await descriptionOf(['a', numbers(1, 700)]);
		expect(failed).toMatch(
			/^Failed: item 1\. Marked in part: item 1\. Marked before: item 0\.$/,
		);
	});

	test('names no item if there is one', async () => {
		answering(rejected);
		expect((await descriptionOf([1])) ?? '').not.toMatch(/Failed|marked/);
	});
});

describe('replies of which the service has flagged none', () => {
	const none = (result: unknown) => ({ body: { status: 'OK', result } });

	test.each([
		...['0 messages flagged', 'Messages flagged as read: 0', 'Flagged 0 of 0 messages'],
		...['0 of 1 messages flagged', 'Отмечено: 0'],
		...[0, { flagged: 0 }, { flagged: '0', of: 2 }],
	])('are not said to be marked: %j', async (result) => {
		answering(none(result));
		const { items, error } = await marking([11, '12, 13']);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.marked)).toEqual([false, false]);
	});

	test.each([
		...['10 messages flagged', 'Messages flagged as read: 1 of 20', 'Flagged'],
		...['2 messages flagged, none skipped', { flagged: 1, skipped: 0 }, 'Отмечено нетипичное'],
	])('are not those of %j', async (sentence) => {
		answering(none(sentence));
		const { items } = await marking([11]);
		expect(items[0].json.marked).toBe(true);
	});

	test('are not those of a request before', async () => {
		answering(flagged, none('0 messages flagged'));
		const { items } = await marking([numbers(1, 700), 'x', '1']);
		expect(items.map(({ json }) => json.marked)).toEqual([false, false, true]);
	});
});

test.each<[unknown, string]>([
	['["7","8"]', '"["7","8"]"'],
	[['7 8'], '"7 8"'],
	[['7', '[object Object]'], '"[object Object]"'],
	[{ id: 7 }, 'an object'],
])('%j is no ID, and is not said to be marked', async (given, shown) => {
	answering(flagged);
	const { items } = await marking([given, '9'], goOn);
	expect(items[0].json.error).toMatch(`'Reply IDs' contains ${shown}, which is not a single ID`);
	expect(items[0].json.marked).toBeUndefined();
	expect(sentIds()).toEqual([['9']]);
});

test('an ID with a comma marks no other reply', async () => {
	answering(flagged);
	const { error } = await marking([['7,8', '9']]);
	expect(error?.message).toBe(`'Reply IDs' contains "7,8", which is not a single ID`);
	expect(service.requests).toEqual([]);
});

test.each(callers)('%s marks replies', async (_, call) => {
	answering(flagged);
	const parameters = {
		resource: 'reply',
		operation: 'markAsRead',
		replyIds: "={{ $fromAI('ids', '', 'string') }}",
	};
	const setting = { node: 'messagingServiceViber', parameters } as const;
	expect(await call(setting, { ids: '7, 8' })).toEqual([{ marked: true, message: 'Flagged' }]);
	expect(sentIds()).toEqual([['7', '8']]);
});
