import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import { pollOnce, type Turn } from '../../nodes/MessagingServiceTrigger/poll/pollOnce';
import type { Reader } from '../../nodes/MessagingServiceTrigger/service/client';
import type { Settings } from '../../nodes/MessagingServiceTrigger/settings';
import { eventSources } from '../../nodes/MessagingServiceTrigger/eventSources';
import { readState, type State, writeState } from '../../nodes/MessagingServiceTrigger/state/state';

const node = { id: '1', name: 'T', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const answered = (httpCode: string) =>
	new NodeApiError(node as never, {}, { message: 'No', httpCode });

const settings = (more: Partial<Settings> = {}): Settings => ({
	event: 'viberReply',
	maxMailings: 200,
	markAsRead: false,
	includeExisting: false,
	account: 'a',
	choice: 'c',
	...more,
});

type Entries = Record<string, IDataObject[] | Error>;

/** A service with these replies, and what one poll asks of it. */
function world(entries: Entries, mark: (ids: string[]) => void = () => {}) {
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
		mark: async (ids) => mark(ids),
	};
	const ended: Array<string | undefined> = [];
	const turn = (more: Partial<Turn> = {}): Turn => ({
		isLate: () => false,
		start: undefined,
		endAt: (next) => void ended.push(next),
		...more,
	});
	return { reader, read, ended, turn };
}

const replies = (...ids: number[]): IDataObject[] => ids.map((id) => ({ id }));

/** The state after an activation that found these mailings empty. */
async function activated(ids: number[], choice: Settings): Promise<State> {
	const { reader, turn } = world(Object.fromEntries(ids.map((id) => [id, []])));
	return (await pollOnce(reader, choice, undefined, turn())).state;
}

describe('what comes out', () => {
	test('is of the oldest mailing first, and leaves what is needed to know it again', async () => {
		const before = await activated([1, 2, 10], settings());
		const { reader, turn, ended } = world({ 10: replies(3), 2: replies(9), 1: replies(5, 4) });
		const { items, state, warnings } = await pollOnce(reader, settings(), before, turn());
		expect(items.map(({ id, message_id }) => [message_id, id])).toEqual([
			[1, 4],
			[1, 5],
			[2, 9],
			[10, 3],
		]);
		expect(state).toEqual({
			...{ version: 1, event: 'viberReply', account: 'a', choice: 'c', words: [] },
			...{ silent: [], unmarked: [], next: undefined },
			mailings: { 1: expect.any(String), 2: expect.any(String), 10: expect.any(String) },
		});
		expect([warnings, ended]).toEqual([[], [undefined]]);
		const again = await pollOnce(reader, settings(), state, turn());
		expect(again.items).toEqual([]);
	});

	test('of no mailings is nothing, and no error', async () => {
		const { reader, turn } = world({});
		const { items, warnings } = await pollOnce(reader, settings(), undefined, turn());
		expect([items, warnings]).toEqual([[], []]);
	});

	test.each([
		[false, []],
		[true, [5]],
	])('at activation with "Include Existing" %p', async (includeExisting, ids) => {
		const { reader, turn } = world({ 1: replies(5) });
		const chosen = settings({ includeExisting });
		const { items, state } = await pollOnce(reader, chosen, undefined, turn());
		expect(items.map(({ id }) => id)).toEqual(ids);
		expect((await pollOnce(reader, chosen, state, turn())).items).toEqual([]);
	});

	test('of deliveries knows the statuses of the poll before', async () => {
		const chosen = settings({ event: 'viberDelivery', includeExisting: true });
		const first = world({ 1: [{ phone: 7, status: 'NEW' }] });
		const { state } = await pollOnce(first.reader, chosen, undefined, first.turn());
		expect(state.words).toEqual(['NEW']);
		const second = world({ 1: [{ phone: 7, status: 'READ' }] });
		const { items, state: after } = await pollOnce(second.reader, chosen, state, second.turn());
		expect(items).toEqual([
			{ phone: 7, status: 'READ', message_id: 1, previous_status: 'NEW' },
		]);
		expect([state.words, after.words]).toEqual([['NEW'], ['NEW', 'READ']]);
	});
});

describe('a mailing that fails', () => {
	test('is told and keeps its memory, the others come out', async () => {
		const before = await activated([1, 2], settings());
		const given = world({ 1: replies(4), 2: replies(5) });
		const { state } = await pollOnce(given.reader, settings(), before, given.turn());
		const { reader, turn } = world({ 1: answered('500'), 2: replies(6, 5) });
		const { items, warnings, state: after } = await pollOnce(reader, settings(), state, turn());
		expect(items.map(({ id }) => id)).toEqual([6]);
		expect(warnings).toEqual([
			'Mailings that could not be read: 1 (No). The next poll looks for what they missed.',
		]);
		expect(after.mailings[1]).toBe(state.mailings[1]);
	});

	test('alone is the error of the poll', async () => {
		const error = answered('404');
		const { reader, turn, ended } = world({ 1: error, 2: answered('500') });
		const before = await activated([1, 2], settings());
		// The newest is read first.
		await expect(pollOnce(reader, settings(), before, turn())).rejects.toMatchObject({
			httpCode: '500',
		});
		expect(ended).toEqual([undefined]);
	});

	test('at activation is the error, for its old events would come out as new ones', async () => {
		const error = answered('500');
		const { reader, turn } = world({ 1: error, 2: [] });
		await expect(pollOnce(reader, settings(), undefined, turn())).rejects.toBe(error);
		const before = await activated([2], settings({ choice: 'other' }));
		await expect(pollOnce(reader, settings(), before, turn())).rejects.toBe(error);
		const all = settings({ includeExisting: true });
		expect((await pollOnce(reader, all, undefined, turn())).items).toEqual([]);
		const known = await activated([1, 2], settings());
		expect((await pollOnce(reader, settings(), known, turn())).warnings).toHaveLength(1);
	});

	test('at activation goes on when it was only refused: what comes later is new', async () => {
		const { reader, turn } = world({ 1: answered('404'), 2: [] });
		const { state } = await pollOnce(reader, settings(), undefined, turn());
		expect([state.silent, Object.keys(state.mailings)]).toEqual([[], ['2']]);
		const later = world({ 1: replies(5), 2: [] });
		const { items } = await pollOnce(later.reader, settings(), state, later.turn());
		expect(items).toEqual([{ id: 5, message_id: 1 }]);
	});
});

describe('a poll without time for all mailings', () => {
	const late = { isLate: () => true };
	const entries = { 1: replies(1), 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] };

	test('says where the next one goes on, which does', async () => {
		const before = await activated([1, 2, 3, 4, 5, 6, 7], settings());
		const { reader, read, turn, ended } = world(entries);
		const { state, items } = await pollOnce(reader, settings(), before, turn(late));
		expect([read, ended, state.next, items]).toEqual([
			['7', '6', '5', '4', '3'],
			['2'],
			'2',
			[],
		]);
		const next = world(entries);
		const found = await pollOnce(next.reader, settings(), state, next.turn(late));
		expect([next.read, next.ended]).toEqual([['2', '1', '7', '6', '5'], ['4']]);
		expect(found.items).toHaveLength(1);
		const own = world(entries);
		await pollOnce(own.reader, settings(), state, own.turn({ ...late, start: '6' }));
		expect(own.read[0]).toBe('6');
	});

	test('at activation: the first reading of the rest is silent too', async () => {
		const { reader, turn } = world(entries);
		const first = await pollOnce(reader, settings(), undefined, turn(late));
		expect(first.state.silent).toEqual(['2', '1']);
		const second = await pollOnce(reader, settings(), first.state, turn());
		expect([second.items, second.state.silent]).toEqual([[], []]);
		const new1 = world({ ...entries, 1: replies(1, 2) });
		const third = await pollOnce(new1.reader, settings(), second.state, new1.turn());
		expect(third.items.map(({ id }) => id)).toEqual([2]);
	});
});

describe('marking as read', () => {
	const marking = settings({ markAsRead: true });
	const poll = async (before: State, entries: Entries, fails?: Error, chosen = marking) => {
		const marked: string[][] = [];
		const { reader, turn } = world(entries, (ids) => {
			marked.push(ids);
			if (fails) throw fails;
		});
		return { ...(await pollOnce(reader, chosen, before, turn())), marked };
	};

	test('happens at the next poll, once', async () => {
		const before = await activated([1], marking);
		const first = await poll(before, { 1: replies(5, 6) });
		expect([first.marked, first.state.unmarked]).toEqual([[], ['5', '6']]);
		const second = await poll(first.state, { 1: [] });
		expect([second.marked, second.state.unmarked]).toEqual([[['5', '6']], []]);
	});

	test('does not happen without the option, and what waited for it is dropped', async () => {
		const before = await activated([1], settings());
		const waiting = { ...before, unmarked: ['4'] };
		const { marked, state } = await poll(waiting, { 1: replies(5) }, undefined, settings());
		expect([marked, state.unmarked]).toEqual([[], []]);
	});

	test('that failed is tried again, whatever is listed', async () => {
		const before = { ...(await activated([1], marking)), unmarked: ['4'] };
		const { state, warnings } = await poll(before, { 1: replies(5) }, answered('500'));
		expect(state.unmarked).toEqual(['4', '5']);
		expect(warnings).toHaveLength(1);
	});

	test('that was refused is tried again for those that are still listed', async () => {
		const start = await activated([1, 2], marking);
		const { state: before } = await poll(start, { 1: replies(4, 5), 2: [] });
		const whole = await poll(before, { 1: replies(5), 2: [] }, answered('404'));
		expect(whole.state.unmarked).toEqual(['5']);
		const partly = await poll(before, { 1: answered('500'), 2: [] }, answered('404'));
		expect(partly.state.unmarked).toEqual(['4', '5']);
	});
});

describe('the state', () => {
	const data: IDataObject = {};
	test('is that of this event and account', async () => {
		const state = await activated([1], settings());
		expect(readState(data, settings())).toBeUndefined();
		writeState(data, state);
		expect(readState(data, settings())).toBe(state);
		expect(readState(data, settings({ choice: 'other' }))).toBe(state);
		expect(readState(data, settings({ event: 'viberDelivery' }))).toBeUndefined();
		expect(readState(data, settings({ account: 'b' }))).toBeUndefined();
		writeState(data, { ...state, version: 2 as never });
		expect(readState(data, settings())).toBeUndefined();
	});
});
