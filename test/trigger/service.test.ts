import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import { markReplies } from '../../nodes/MessagingServiceTrigger/service/markAsRead';
import { latestItems } from '../../nodes/MessagingServiceTrigger/poll/preview';
import type { Reader } from '../../nodes/MessagingServiceTrigger/service/client';
import { readInTurn } from '../../nodes/MessagingServiceTrigger/service/readMailings';
import { isRefusal } from '../../nodes/MessagingServiceTrigger/service/refusal';
import type { Settings } from '../../nodes/MessagingServiceTrigger/settings';
import { eventSources } from '../../nodes/MessagingServiceTrigger/eventSources';
import type { State } from '../../nodes/MessagingServiceTrigger/state/state';
import { failedWith, unreadMailings } from '../../nodes/MessagingServiceTrigger/service/problems';
import { watchedMailings } from '../../nodes/MessagingServiceTrigger/service/watchedMailings';
import { newestFirst, rotated, windowOf } from '../../nodes/MessagingServiceTrigger/service/window';

const node = { id: '1', name: 'T', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const answered = (httpCode: string, message = 'No') =>
	new NodeApiError(node as never, {}, { message, httpCode });

const settings = (more: Partial<Settings> = {}): Settings => ({
	event: 'viberReply',
	maxMailings: 200,
	markAsRead: false,
	includeExisting: false,
	account: 'a',
	choice: 'c',
	...more,
});

/** A service with these entries by mailing; an error in their place is thrown. */
function readerOf(entries: Record<string, IDataObject[] | Error>, more: Partial<Reader> = {}) {
	const read: string[] = [];
	const reader: Reader = {
		lists: eventSources.viberReply.lists,
		mailings: async () => Object.keys(entries),
		entries: async (id) => {
			read.push(id);
			const found = entries[id];
			if (found instanceof Error) throw found;
			return found;
		},
		mark: async () => {},
		...more,
	};
	return { reader, read };
}

const onTime = () => false;
const replies = (...ids: Array<number | string>): IDataObject[] => ids.map((id) => ({ id }));

describe("the latest items, for the editor's test", () => {
	const shown = async (
		entries: Record<string, IDataObject[] | Error>,
		more = {},
		isLate = onTime,
	) => {
		const { reader, read } = readerOf(entries);
		const items = await latestItems(reader, settings(more), isLate);
		return { read, items };
	};

	test('are those of the newest mailings, the newest reply first', async () => {
		const { items } = await shown({ 9: replies(1, 20, 3), 10: replies(7), 8: replies(100) });
		expect(items).toEqual([
			{ id: 7, message_id: 10 },
			{ id: 20, message_id: 9 },
			{ id: 3, message_id: 9 },
			{ id: 1, message_id: 9 },
			{ id: 100, message_id: 8 },
		]);
	});

	test('replies without a number come last; ten are shown in all', async () => {
		const { items } = await shown({ 1: replies('x', ...Array(12).keys()) });
		expect(items.map(({ id }) => id)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
		const few = await shown({ 1: replies('x', 5) });
		expect(few.items.map(({ id }) => id)).toEqual([5, 'x']);
	});

	test('older mailings are read only when the newest five have nothing', async () => {
		const ids = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
		const { read, items } = await shown(
			Object.fromEntries(ids.map((id) => [id, id === 6 ? replies(5) : []])),
		);
		expect(read).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3']);
		expect(items).toEqual([{ id: 5, message_id: 6 }]);
	});

	test('of recipients the last ten of a wanted status', async () => {
		const entries = Array.from({ length: 30 }, (_, n) => ({
			n,
			status: n % 2 ? 'READ' : 'NEW',
		}));
		const statuses = new Set(['read']);
		const { items } = await shown({ 4: entries }, { event: 'viberDelivery', statuses });
		expect(items.map(({ n }) => n)).toEqual([11, 13, 15, 17, 19, 21, 23, 25, 27, 29]);
		expect(items[0]).toEqual({ n: 11, status: 'READ', message_id: 4, previous_status: null });
	});

	test('a mailing that fails is an error only when nothing else can be shown', async () => {
		const error = answered('500');
		expect((await shown({ 1: replies(5), 2: error })).items).toHaveLength(1);
		await expect(shown({ 1: [], 2: error })).rejects.toBe(error);
		expect((await shown({ 1: [], 2: [] })).items).toEqual([]);
	});

	test('nothing is begun when time is up', async () => {
		const { read, items } = await shown({ 1: replies(5) }, {}, () => true);
		expect([read, items]).toEqual([[], []]);
	});
});

describe('reading in turn', () => {
	test('five at a time; when time is up the rest is left for the next poll', async () => {
		let open = 0;
		let most = 0;
		let late = false;
		const read = async () => {
			most = Math.max(most, ++open);
			await new Promise(setImmediate);
			open--;
			late = true;
			return [];
		};
		const taken: string[] = [];
		const ids = ['1', '2', '3', '4', '5', '6', '7'];
		const take = (id: string) => void taken.push(id);
		const { next, failures } = await readInTurn(ids, read, () => late, take);
		expect([most, taken, next, failures.size]).toEqual([5, ids.slice(0, 5), '6', 0]);
		late = false;
		const all = await readInTurn(ids, async () => [], onTime, take);
		expect([all.next, taken.length]).toEqual([undefined, 12]);
	});
});

describe('marking as read', () => {
	const ids = Array.from({ length: 1_200 }, (_, n) => String(n));

	test('500 to a request', async () => {
		const marked: number[] = [];
		const mark = async (some: string[]) => void marked.push(some.length);
		const result = await markReplies(readerOf({}, { mark }).reader, ids, []);
		expect([marked, result]).toEqual([[500, 500, 200], { failed: [], refused: [] }]);
	});

	test.each([
		['500', 'failed'],
		['400', 'refused'],
	] as const)('those of a request answered with %s are %s', async (code, kind) => {
		const warnings: string[] = [];
		const mark = async (some: string[]) => {
			if (some[0] === '500') throw answered(code, 'Sorry');
		};
		const result = await markReplies(readerOf({}, { mark }).reader, ids, warnings);
		expect(result).toEqual({ failed: [], refused: [], [kind]: ids.slice(500, 1_000) });
		expect(warnings).toEqual([
			'500 replies could not be marked as read: Sorry. The next poll tries again.',
		]);
	});
});

test.each([
	['200', true],
	['404', true],
	['499', true],
	['401', false],
	['403', false],
	['408', false],
	['425', false],
	['429', false],
	['500', false],
	['0', false],
])('an answer with %s is about this request alone: %p', (code, refusal) => {
	expect(isRefusal(answered(code))).toBe(refusal);
});

test('an error of another kind is no refusal', () => {
	expect([isRefusal(new Error('No')), isRefusal('404')]).toEqual([false, false]);
});

describe('warnings', () => {
	test('say what failed, without phone numbers, in at most 200 characters', () => {
		expect(failedWith(new Error('No 380501234567, +37120000001, 123456'))).toBe(
			'No …, …, 123456',
		);
		expect(failedWith('odd')).toBe('odd');
		expect(failedWith(new Error('x'.repeat(300)))).toBe('x'.repeat(200));
	});

	test('name five mailings and count the rest', () => {
		const failing = (count: number) =>
			new Map(Array.from({ length: count }, (_, n) => [`${n + 1}`, new Error(`E${n + 1}`)]));
		expect(unreadMailings(failing(0))).toEqual([]);
		const five = 'Mailings that could not be read: 1 (E1), 2 (E2), 3 (E3), 4 (E4), 5 (E5)';
		const end = '. The next poll looks for what they missed.';
		expect(unreadMailings(failing(5))).toEqual([five + end]);
		expect(unreadMailings(failing(7))).toEqual([`${five} and 2 more${end}`]);
	});
});

describe('the mailings to watch', () => {
	test('are the newest by number, listed now or before', () => {
		expect(['9', '100', '11', '9', '10'].sort(newestFirst)).toEqual([
			'100',
			'11',
			'10',
			'9',
			'9',
		]);
		expect(windowOf(['3', '10', '3'], ['7', '10'], 2)).toEqual(['10', '7']);
	});

	test.each([
		['b', ['b', 'c', 'a']],
		['a', ['a', 'b', 'c']],
		['x', ['a', 'b', 'c']],
		[undefined, ['a', 'b', 'c']],
	])('are read from %s on', (from, order) => {
		expect(rotated(['a', 'b', 'c'], from)).toEqual(order);
	});

	const { lists } = eventSources.smsDelivery;
	const watched: State = {
		version: 1,
		event: 'viberReply',
		account: 'a',
		choice: 'c',
		words: [],
		mailings: { 7: '' },
		silent: ['3'],
		unmarked: [],
	};
	/** The first list has the mailings 5 and 9, or fails; the second fails as told. */
	const listing = (second: Error | string[], first: Error | string[] = ['5', '9']) =>
		readerOf(
			{},
			{
				lists,
				mailings: async (list) => {
					const found = list === lists[0] ? first : second;
					if (found instanceof Error) throw found;
					return found;
				},
			},
		).reader;

	test('of two lists are those of both; what is listed no longer is not read', async () => {
		const found = await watchedMailings(listing(['8']), settings(), watched, []);
		expect(found).toEqual({ all: ['9', '8', '7', '5', '3'], present: ['9', '8', '5'] });
	});

	test('stay all of them when a list failed: it may have them', async () => {
		const warnings: string[] = [];
		const found = await watchedMailings(
			listing(answered('500')),
			settings(),
			watched,
			warnings,
		);
		expect(found.present).toEqual(['9', '7', '5', '3']);
		expect(warnings).toEqual([`${lists[1].source.action}: No`]);
	});

	test('at an activation a list that fails is an error, unless it was refused', async () => {
		const serious = answered('500');
		const activation = { ...watched, choice: 'other' };
		for (const state of [undefined, activation]) {
			await expect(watchedMailings(listing(serious), settings(), state, [])).rejects.toBe(
				serious,
			);
			const found = await watchedMailings(listing(answered('404')), settings(), state, []);
			expect(found.all).toContain('9');
		}
	});

	test('without any list are an error, the first', async () => {
		const first = answered('404');
		const reader = listing(answered('500'), first);
		await expect(watchedMailings(reader, settings(), watched, [])).rejects.toBe(first);
	});

	test('are those that were selected, whatever is listed', async () => {
		const found = await watchedMailings(
			listing([]),
			settings({ selected: ['1'] }),
			watched,
			[],
		);
		expect(found).toEqual({ all: ['1'], present: ['1'] });
	});
});
