import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import { pollOnce, type PollBudget } from '../../nodes/MessagingServiceTrigger/poll/pollOnce';
import type { AccountClient } from '../../nodes/MessagingServiceTrigger/account/client';
import type { Settings } from '../../nodes/MessagingServiceTrigger/settings';
import { eventSources } from '../../nodes/MessagingServiceTrigger/events';
import { readState } from '../../nodes/MessagingServiceTrigger/state/readState';
import { type State, writeState } from '../../nodes/MessagingServiceTrigger/state/state';

const node = { id: '1', name: 'T', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const failedWith = (httpCode: string) =>
	new NodeApiError(node as never, {}, { message: 'No', httpCode });

const settings = (more: Partial<Settings> = {}): Settings => ({
	event: 'viberReply',
	messages: [],
	maxMailings: 200,
	markAsRead: false,
	includeExisting: false,
	urlMark: 'a',
	tokenMark: 1,
	selectionKey: 'c',
	...more,
});

type Entries = Record<string, IDataObject[] | Error>;

/** A service with these replies, and what one poll requests of it. */
function serviceWith(entries: Entries, mark: (ids: string[]) => void = () => {}) {
	const read: string[] = [];
	const client: AccountClient = {
		lists: eventSources.viberReply.lists,
		mailingIds: async () => Object.keys(entries),
		entries: async (id) => {
			read.push(id);
			const found = entries[id];
			if (found instanceof Error) throw found;
			return found;
		},
		markAsRead: async (ids) => mark(ids),
	};
	const ended: Array<string | undefined> = [];
	const budget = (more: Partial<PollBudget> = {}): PollBudget => ({
		isLate: () => false,
		resumeAt: undefined,
		setResumeAt: (resumeAt) => void ended.push(resumeAt),
		...more,
	});
	return { client, read, ended, budget };
}

const replies = (...ids: number[]): IDataObject[] => ids.map((id) => ({ id }));

/** The state after an activation that found these mailings empty. */
async function activated(ids: number[], choice: Settings): Promise<State> {
	const { client, budget } = serviceWith(Object.fromEntries(ids.map((id) => [id, []])));
	return (await pollOnce(client, choice, undefined, budget())).state;
}

describe('one poll', () => {
	test('emits the oldest mailing first and records it in the state', async () => {
		const before = await activated([1, 2, 10], settings());
		const { client, budget, ended } = serviceWith({
			10: replies(3),
			2: replies(9),
			1: replies(5, 4),
		});
		const { items, state, warnings } = await pollOnce(client, settings(), before, budget());
		expect(items.map(({ id, message_id }) => [message_id, id])).toEqual([
			[1, 4],
			[1, 5],
			[2, 9],
			[10, 3],
		]);
		expect(state).toEqual({
			...{
				version: 1,
				event: 'viberReply',
				urlMark: 'a',
				tokenMark: 1,
				selectionKey: 'c',
				statusTable: [],
			},
			...{ pendingBaseline: [], toMarkAsRead: [], toMarkAgain: [], resumeAt: undefined },
			mailings: { 1: expect.any(String), 2: expect.any(String), 10: expect.any(String) },
		});
		expect([warnings, ended]).toEqual([[], [undefined]]);
		const again = await pollOnce(client, settings(), state, budget());
		expect(again.items).toEqual([]);
	});

	test('emits nothing without an error if there are no mailings', async () => {
		const { client, budget } = serviceWith({});
		const { items, warnings } = await pollOnce(client, settings(), undefined, budget());
		expect([items, warnings]).toEqual([[], []]);
	});

	test.each([
		[false, []],
		[true, [5]],
	])(
		'with "Include Existing" %p emits these existing replies at activation: %j',
		async (includeExisting, ids) => {
			const { client, budget } = serviceWith({ 1: replies(5) });
			const chosen = settings({ includeExisting });
			const { items, state } = await pollOnce(client, chosen, undefined, budget());
			expect(items.map(({ id }) => id)).toEqual(ids);
			expect((await pollOnce(client, chosen, state, budget())).items).toEqual([]);
		},
	);

	test('emits changed deliveries with the previous status', async () => {
		const chosen = settings({ event: 'viberDelivery', includeExisting: true });
		const first = serviceWith({ 1: [{ phone: 7, status: 'NEW' }] });
		const { state } = await pollOnce(first.client, chosen, undefined, first.budget());
		expect(state.statusTable).toEqual(['NEW']);
		const second = serviceWith({ 1: [{ phone: 7, status: 'READ' }] });
		const { items, state: after } = await pollOnce(
			second.client,
			chosen,
			state,
			second.budget(),
		);
		expect(items).toEqual([
			{
				...{ phone: 7, status: 'READ', message_id: 1, previous_status: 'NEW' },
				is_delivered: true,
			},
		]);
		expect([state.statusTable, after.statusTable]).toEqual([['NEW'], ['NEW', 'READ']]);
	});
});

describe('one poll with a mailing that fails', () => {
	test('warns, keeps the snapshot of the mailing, and emits the others', async () => {
		const before = await activated([1, 2], settings());
		const given = serviceWith({ 1: replies(4), 2: replies(5) });
		const { state } = await pollOnce(given.client, settings(), before, given.budget());
		const { client, budget } = serviceWith({ 1: failedWith('500'), 2: replies(6, 5) });
		const {
			items,
			warnings,
			state: after,
		} = await pollOnce(client, settings(), state, budget());
		expect(items.map(({ id }) => id)).toEqual([6]);
		expect(warnings).toEqual([
			'Mailings that could not be read: 1 (No). The next poll reads them again.',
		]);
		expect(after.mailings[1]).toBe(state.mailings[1]);
	});

	test('fails if all mailings fail', async () => {
		const error = failedWith('404');
		const { client, budget, ended } = serviceWith({ 1: error, 2: failedWith('500') });
		const before = await activated([1, 2], settings());
		// The newest is read first.
		await expect(pollOnce(client, settings(), before, budget())).rejects.toMatchObject({
			httpCode: '500',
		});
		expect(ended).toEqual([undefined]);
	});

	test('fails at activation, because it could not tell old events from new ones', async () => {
		const error = failedWith('500');
		const { client, budget } = serviceWith({ 1: error, 2: [] });
		await expect(pollOnce(client, settings(), undefined, budget())).rejects.toBe(error);
		const before = await activated([2], settings({ selectionKey: 'other' }));
		await expect(pollOnce(client, settings(), before, budget())).rejects.toBe(error);
		const all = settings({ includeExisting: true });
		expect((await pollOnce(client, all, undefined, budget())).items).toEqual([]);
		const known = await activated([1, 2], settings());
		expect((await pollOnce(client, settings(), known, budget())).warnings).toHaveLength(1);
	});

	/** Activates with an error in place of the first mailing, and polls when it has a reply. */
	const activatedWith = async (error: Error) => {
		const { client, budget } = serviceWith({ 1: error, 2: [] });
		const { state } = await pollOnce(client, settings(), undefined, budget());
		const again = await pollOnce(client, settings(), state, budget());
		const later = serviceWith({ 1: replies(5), 2: [] });
		const { items } = await pollOnce(later.client, settings(), again.state, later.budget());
		return { state, items };
	};

	test('goes on at activation if the service rejected the mailing, whose first entries are old', async () => {
		const { state, items } = await activatedWith(failedWith('404'));
		expect([state.pendingBaseline, Object.keys(state.mailings)]).toEqual([['1'], ['2']]);
		expect(items).toEqual([]);
	});

	test('goes on at activation if the mailing has no content (406), and its first entries are new', async () => {
		const { state, items } = await activatedWith(failedWith('406'));
		expect([state.pendingBaseline, Object.keys(state.mailings)]).toEqual([[], ['1', '2']]);
		expect(items).toEqual([{ id: 5, message_id: 1 }]);
	});

	test('without content (406) is none, even if all are, and keeps its snapshot', async () => {
		const none = failedWith('406');
		const empty = serviceWith({ 1: none, 2: none });
		const first = await pollOnce(empty.client, settings(), undefined, empty.budget());
		expect(first.warnings).toEqual([]);
		expect(first.state).toEqual(await activated([1, 2], settings()));
		const given = serviceWith({ 1: replies(5), 2: none });
		const second = await pollOnce(given.client, settings(), first.state, given.budget());
		expect(second.items.map(({ id }) => id)).toEqual([5]);
		const third = await pollOnce(empty.client, settings(), second.state, empty.budget());
		expect([third.items, third.warnings]).toEqual([[], []]);
		const last = await pollOnce(given.client, settings(), third.state, given.budget());
		expect(last.items).toEqual([]);
	});
});

describe('one poll without time for all mailings', () => {
	const late = { isLate: () => true };
	const entries = { 1: replies(1), 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] };

	test('stores the mailing at which the next poll resumes', async () => {
		const before = await activated([1, 2, 3, 4, 5, 6, 7], settings());
		const { client, read, budget, ended } = serviceWith(entries);
		const { state, items } = await pollOnce(client, settings(), before, budget(late));
		expect([read, ended, state.resumeAt, items]).toEqual([
			['7', '6', '5', '4', '3'],
			['2'],
			'2',
			[],
		]);
		const next = serviceWith(entries);
		const found = await pollOnce(next.client, settings(), state, next.budget(late));
		expect([next.read, next.ended]).toEqual([['2', '1', '7', '6', '5'], ['4']]);
		expect(found.items).toHaveLength(1);
		const own = serviceWith(entries);
		await pollOnce(own.client, settings(), state, own.budget({ ...late, resumeAt: '6' }));
		expect(own.read[0]).toBe('6');
	});

	test('leaves the baseline of the other mailings to later polls at activation', async () => {
		const { client, budget } = serviceWith(entries);
		const first = await pollOnce(client, settings(), undefined, budget(late));
		expect(first.state.pendingBaseline).toEqual(['2', '1']);
		const second = await pollOnce(client, settings(), first.state, budget());
		expect([second.items, second.state.pendingBaseline]).toEqual([[], []]);
		const new1 = serviceWith({ ...entries, 1: replies(1, 2) });
		const third = await pollOnce(new1.client, settings(), second.state, new1.budget());
		expect(third.items.map(({ id }) => id)).toEqual([2]);
	});
});

describe('one poll that marks replies as read', () => {
	const marking = settings({ markAsRead: true });
	const poll = async (before: State, entries: Entries, fails?: Error, chosen = marking) => {
		const marked: string[][] = [];
		const { client, budget } = serviceWith(entries, (ids) => {
			marked.push(ids);
			if (fails) throw fails;
		});
		return { ...(await pollOnce(client, chosen, before, budget())), marked };
	};

	test('marks the replies of the poll before, once', async () => {
		const before = await activated([1], marking);
		const first = await poll(before, { 1: replies(5, 6) });
		expect([first.marked, first.state.toMarkAsRead]).toEqual([[], ['5', '6']]);
		const second = await poll(first.state, { 1: [] });
		expect([second.marked, second.state.toMarkAsRead]).toEqual([[['5', '6']], []]);
	});

	test('marks nothing without the option, and forgets what was to be marked', async () => {
		const before = await activated([1], settings());
		const waiting = { ...before, toMarkAsRead: ['4'] };
		const { marked, state } = await poll(waiting, { 1: replies(5) }, undefined, settings());
		expect([marked, state.toMarkAsRead]).toEqual([[], []]);
	});

	test('tries again after a failure, whatever is listed', async () => {
		const before = { ...(await activated([1], marking)), toMarkAsRead: ['4'] };
		const { state, warnings } = await poll(before, { 1: replies(5) }, failedWith('500'));
		expect([state.toMarkAsRead, state.toMarkAgain]).toEqual([['4', '5'], []]);
		expect(warnings).toHaveLength(1);
	});

	test('tries again after a rejection with the replies that are still listed', async () => {
		const start = await activated([1, 2], marking);
		const { state: before } = await poll(start, { 1: replies(4, 5), 2: [] });
		const whole = await poll(before, { 1: replies(5), 2: [] }, failedWith('404'));
		expect(whole.state.toMarkAgain).toEqual(['5']);
		const partly = await poll(before, { 1: failedWith('500'), 2: [] }, failedWith('404'));
		expect(partly.state.toMarkAgain).toEqual(['4', '5']);
		const none = await poll(before, { 1: failedWith('406'), 2: [] }, failedWith('404'));
		expect(none.state.toMarkAgain).toEqual(['4', '5']);
	});

	test('a reply that once failed is not put beside one that is always refused', async () => {
		const unread = new Set([1]);
		let state = await activated([1], marking);
		for (let polls = 0; polls < 5; polls++) {
			if (polls === 1) unread.add(2);
			const mark = (ids: string[]) => {
				if (ids.includes('1')) throw failedWith('400');
				if (polls === 2) throw failedWith('503');
				for (const id of ids) unread.delete(Number(id));
			};
			const { client, budget } = serviceWith({ 1: replies(...unread) }, mark);
			({ state } = await pollOnce(client, marking, state, budget()));
		}
		expect([...unread]).toEqual([1]);
	});

	test('a reply that the service always refuses holds up no new one', async () => {
		const unread = new Set([1, 2]);
		let state = await activated([1], marking);
		for (let polls = 0; polls < 8; polls++) {
			if (polls === 3) unread.add(3);
			const mark = (ids: string[]) => {
				if (ids.includes('1')) throw failedWith('400');
				for (const id of ids) unread.delete(Number(id));
			};
			const { client, budget } = serviceWith({ 1: replies(...unread) }, mark);
			({ state } = await pollOnce(client, marking, state, budget()));
		}
		// The reply of its request waits with it, as long as both are listed.
		expect([...unread]).toEqual([1, 2]);
		expect(state).toMatchObject({ toMarkAsRead: [], toMarkAgain: ['1', '2'] });
	});
});

describe('the stored state', () => {
	const data: IDataObject = {};
	test('is read only for the same event', async () => {
		const state = await activated([1], settings());
		expect(readState(data, settings())).toBeUndefined();
		writeState(data, state);
		expect(readState(data, settings())).toEqual(state);
		expect(readState(data, settings({ event: 'viberDelivery' }))).toBeUndefined();
	});
});
