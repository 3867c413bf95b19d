import type { IDataObject } from 'n8n-workflow';
import { toolCallers } from '../support/engine/callTool';
import { type RunSetting, runNode } from '../support/engine/runNode';
import type { Answer } from '../support/engine/service';
import { useService } from '../support/engine/useService';
import { descriptionOf, jsonsOf, pairsOf } from './sending/observed';

const flagged = { body: { status: 'OK', result: 'Flagged' } };
const rejected = { status: 400, body: { error: 'No such reply' } };
const goOn = { onError: 'continueRegularOutput' } as const;
const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

const service = useService(() => flagged);
/** @param answers responses in order; the last response repeats */
const answering = (...answers: Answer[]) =>
	service.answer((_, index) => answers[Math.min(index, answers.length - 1)]);
const marking = async (given: unknown[], more: Partial<RunSetting> = {}) => {
	const items = given.map((ids, n) => ({ json: { ids, n, message: 'Yes' } as IDataObject }));
	return await runNode({
		node: 'messagingServiceViber',
		parameters: { resource: 'reply', operation: 'markAsRead', replyIds: '={{ $json.ids }}' },
		items,
		...more,
	});
};
const marked = async (...args: Parameters<typeof marking>) =>
	jsonsOf(await marking(...args)).map((json) => json.error ?? json.marked);
const sentIds = () =>
	service.requests.map(({ form = [] }) => new Map(form).get('incoming_messages')?.split(','));
const numbers = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, n) => String(from + n));

test('Mark as Read marks the replies of all input items in one request', async () => {
	const given = [11, '12, 13', ['14', 'x-15'], 11];
	const result = await marking(given);
	expect(result.error).toBeUndefined();
	expect(sentIds()).toEqual([['11', '12', '13', '14', 'x-15']]);
	expect(pairsOf(result.items)).toEqual([[0], [1], [2], [3]]);
	expect(jsonsOf(result)).toEqual(
		given.map((ids, n) => ({ ids, n, message: 'Yes', marked: true })),
	);
});

test('an item of Mark as Read has the message of the service unless the input has a message', async () => {
	const items = [{ json: { ids: 11, error: 'old', marked: 'no' } }];
	const expected = { ids: 11, marked: true, message: 'Flagged' };
	expect(jsonsOf(await marking([], { items }))).toEqual([expected]);
});

test('a request of Mark as Read has at most 500 IDs, and the IDs of an item stay together', async () => {
	const given = [...numbers(1, 499), ['900', '901'], ...numbers(500, 1_000)];
	expect(await marked(given)).toHaveLength(given.length);
	expect(sentIds()).toEqual([
		numbers(1, 499),
		['900', '901', ...numbers(500, 899), ...numbers(902, 999)],
		['1000'],
	]);
});

test('an item of Mark as Read with more than 500 IDs takes several requests', async () => {
	expect(await marked(['7', numbers(1, 1_100)])).toEqual([true, true]);
	expect(sentIds()).toEqual([
		['7'],
		[...numbers(1, 6), ...numbers(8, 501)],
		numbers(502, 1_001),
		numbers(1_002, 1_100),
	]);
});

test('Mark as Read applies the Request Options of the step', async () => {
	const parameters = {
		...{ resource: 'reply', operation: 'markAsRead', replyIds: '11' },
		requestOptions: { allowUnauthorizedCerts: true },
	};
	const { error } = await marking([11], { parameters });
	expect(error?.message).toMatch(/does not validate the certificate/);
	expect(service.requests).toEqual([]);
});

test('an invalid item of Mark as Read marks nothing with Stop, and fails alone with Continue', async () => {
	const { error } = await marking([11, true, 12]);
	expect(error?.message).toContain("'Reply IDs' is true");
	expect(service.requests).toEqual([]);
	expect(await marked([11, true, 12], goOn)).toEqual([true, expect.any(String), true]);
	expect(sentIds()).toEqual([['11', '12']]);
});

test.each([
	['a failed request', numbers(1, 1_000), numbers(501, 1_000)],
	['the part of an item that failed', [numbers(1, 700)], numbers(501, 700)],
])('Retry On Fail of Mark as Read repeats only %s', async (_, given, failed) => {
	answering(flagged, rejected, flagged);
	expect(await marked(given, retrying)).toEqual(given.map(() => true));
	expect(sentIds()).toEqual([numbers(1, 500), failed, failed]);
});

test('with Continue, the items of a failed Mark as Read request have its error', async () => {
	answering(rejected, flagged);
	const errors = numbers(1, 500).map(() => 'No such reply');
	expect(await marked(numbers(1, 501), goOn)).toEqual([...errors, true]);
	const items = [{ json: { ids: true, marked: true } }];
	const [failed] = jsonsOf(await marking([], { ...goOn, items }));
	expect(failed).not.toHaveProperty('marked');
});

test.each<[title: string, Answer[], given: unknown[], description: string]>([
	[
		'the items that failed, and those that were marked before',
		[flagged, rejected],
		numbers(1, 1_200),
		'Failed: items 500-999. Marked before: items 0-499.',
	],
	[
		'that nothing was marked before',
		[rejected],
		[1, 2],
		'Failed: items 0-1. Nothing else was marked.',
	],
	[
		'an item that was marked in part',
		[flagged, flagged, rejected],
		['a', numbers(1, 700)],
		'Failed: item 1. Marked in part: item 1. Marked before: item 0.',
	],
	[
		'the only item if it was marked in part',
		[flagged, rejected],
		[numbers(1, 700)],
		'Failed: item 0. Marked in part: item 0. Nothing else was marked.',
	],
	['no item if there is one', [rejected], [1], 'null'],
])('the error of a failed Mark as Read names %s', async (_, answers, given, description) => {
	answering(...answers);
	const result = await marking(given);
	expect(result.error?.message).toBe('No such reply');
	expect(descriptionOf(result)).toBe(description);
});

test.each([
	['the only item of its request', ['a', numbers(1, 700)], 1],
	['no item if its request has several', [numbers(1, 500), 'a', 'b'], undefined],
	['no item if the step has one', [numbers(1, 700)], undefined],
])('n8n shows the error of a failed Mark as Read at %s', async (_, given, itemIndex) => {
	answering(flagged, rejected);
	const { error } = await marking(given);
	expect((error as { context?: IDataObject } | undefined)?.context?.itemIndex).toBe(itemIndex);
});

test.each<[result: unknown, isMarked: boolean]>([
	['0 messages flagged', false],
	['Messages flagged as read: 0', false],
	['Flagged 0 of 0 messages', false],
	['0 of 1 messages flagged', false],
	['Отмечено: 0', false],
	[0, false],
	[{ flagged: 0 }, false],
	[{ flagged: '0', of: 2 }, false],
	['10 messages flagged', true],
	['Messages flagged as read: 1 of 20', true],
	['Flagged', true],
	['2 messages flagged, none skipped', true],
	[{ flagged: 1, skipped: 0 }, true],
	['Отмечено нетипичное', true],
])('the items of Mark as Read for the result %j are marked: %p', async (result, isMarked) => {
	answering({ body: { status: 'OK', result } });
	expect(await marked([11, '12, 13'])).toEqual([isMarked, isMarked]);
});

test('the items of a later Mark as Read request are not marked if the service has flagged none', async () => {
	answering(flagged, { body: { status: 'OK', result: '0 messages flagged' } });
	expect(await marked([numbers(1, 700), 'x', '1'])).toEqual([false, false, true]);
});

test.each<[unknown, string]>([
	['["7","8"]', '"["7","8"]"'],
	[['7 8'], '"7 8"'],
	[['7', '[object Object]'], '"[object Object]"'],
	[['7,8', '9'], '"7,8"'],
	[{ id: 7 }, 'an object'],
])('Mark as Read rejects the reply ID %j, and marks the others', async (given, shown) => {
	const error = `'Reply IDs' contains ${shown}, which is not a single ID`;
	const output = await marked([given, '9'], goOn);
	expect(output).toEqual([expect.stringContaining(error), true]);
	expect(sentIds()).toEqual([['9']]);
});

test.each(toolCallers)('Mark as Read marks replies in a call by %s', async (_, call) => {
	const parameters = {
		...{ resource: 'reply', operation: 'markAsRead' },
		replyIds: "={{ $fromAI('ids', '', 'string') }}",
	};
	const setting = { node: 'messagingServiceViber', parameters } as const;
	expect(await call(setting, { ids: '7, 8' })).toEqual([{ marked: true, message: 'Flagged' }]);
	expect(sentIds()).toEqual([['7', '8']]);
});
