import type { IDataObject } from 'n8n-workflow';
import { Problem } from '../../nodes/shared/errors/problem';
import { unknownStatusWarning } from '../../nodes/MessagingServiceTrigger/changes';
import {
	markQueuedReplies,
	sendMarkRequests,
} from '../../nodes/MessagingServiceTrigger/markAsRead';
import { pollOnce } from '../../nodes/MessagingServiceTrigger/pollOnce';
import { readPreviewItems } from '../../nodes/MessagingServiceTrigger/preview';
import type { Settings } from '../../nodes/MessagingServiceTrigger/settings';
import { eventSources } from '../../nodes/MessagingServiceTrigger/events';
import {
	adaptStateToAccount,
	OTHER_ACCOUNT_SELECTION_KEY,
	ProcessMemory,
	type State,
} from '../../nodes/MessagingServiceTrigger/state';
import {
	type AccountClient,
	isThisRequestRejected,
	formatForLog,
} from '../../nodes/MessagingServiceTrigger/service';
import {
	failureWarnings,
	notWatchedWarning,
	readMailings,
	findWatchedIds,
} from '../../nodes/MessagingServiceTrigger/mailings';

const node = { id: '1', name: 'T', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const failedWith = (httpCode: string, message = 'No') =>
	new Problem({ message, failure: { httpStatus: Number(httpCode), message } });

const settings = (more: Partial<Settings> = {}): Settings => ({
	event: 'viberReply',
	prefixedMessageIds: [],
	maxMailings: 200,
	markAsRead: false,
	includeExisting: false,
	urlMark: 'a',
	tokenMark: 1,
	localNow: '2026-11-27 12:00:00',
	selectionKey: 'c',
	...more,
});

/** Returns a client with these entries by mailing. An entry that is an error is thrown. */
function clientOf(
	entries: Record<string, IDataObject[] | Error>,
	more: Partial<AccountClient> = {},
) {
	const read: string[] = [];
	const client: AccountClient = {
		readMailingIds: async () => Object.keys(entries),
		readEntries: async (id) => {
			read.push(id);
			const found = entries[id];
			if (found instanceof Error) throw found;
			return found;
		},
		markAsRead: async () => {},
		...more,
	};
	return { client, read };
}

const onTime = () => false;
const replies = (...ids: Array<number | string>): IDataObject[] => ids.map((id) => ({ id }));

describe('the test of the trigger in the editor', () => {
	const shown = async (
		entries: Record<string, IDataObject[] | Error>,
		more = {},
		isReadTimeUp = onTime,
	) => {
		const { client, read } = clientOf(entries);
		const context = { getNode: () => node as never, logger: { warn: () => {} } as never };
		const items = await readPreviewItems(client, settings(more), isReadTimeUp, context);
		return { read, items };
	};

	test('shows the replies of the newest mailings, the newest first', async () => {
		const { items } = await shown({ 9: replies(1, 20, 3), 10: replies(7), 8: replies(100) });
		expect(items).toEqual([
			{ id: 7, message_id: 10 },
			{ id: 20, message_id: 9 },
			{ id: 3, message_id: 9 },
			{ id: 1, message_id: 9 },
			{ id: 100, message_id: 8 },
		]);
	});

	test('shows at most ten replies, and those without a number last', async () => {
		const { items } = await shown({ 1: replies('x', ...Array(12).keys()) });
		expect(items.map(({ id }) => id)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
		const few = await shown({ 1: replies('x', 5) });
		expect(few.items.map(({ id }) => id)).toEqual([5, 'x']);
	});

	test('shows at most ten items of several mailings', async () => {
		const { items } = await shown({ 9: replies(1), 8: replies(...Array(12).keys()) });
		expect(items).toHaveLength(10);
	});

	test('reads older mailings only if the newest five have no items', async () => {
		const ids = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
		const { read, items } = await shown(
			Object.fromEntries(ids.map((id) => [id, id === 6 ? replies(5) : []])),
		);
		expect(read).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3']);
		expect(items).toEqual([{ id: 5, message_id: 6 }]);
	});

	test('shows the last ten recipients with a wanted status', async () => {
		const entries = Array.from({ length: 30 }, (_, n) => ({
			n,
			status: n % 2 ? 'READ' : 'NEW',
		}));
		const statuses = new Set(['read']);
		const { items } = await shown({ 4: entries }, { event: 'viberDelivery', statuses });
		expect(items.map(({ n }) => n)).toEqual([11, 13, 15, 17, 19, 21, 23, 25, 27, 29]);
		expect(items[0]).toEqual({
			...{ n: 11, status: 'READ', message_id: 4, previous_status: null },
			is_delivered: true,
		});
	});

	test('fails only if a mailing fails and there is nothing else to show', async () => {
		const error = failedWith('500');
		expect((await shown({ 1: replies(5), 2: error })).items).toHaveLength(1);
		await expect(shown({ 1: [], 2: error })).rejects.toBe(error);
		await expect(shown({ 1: [], 2: [] })).rejects.toThrow('No data');
	});

	test('fails with the error of the newest mailing that failed', async () => {
		const [newest, older] = [failedWith('500'), failedWith('404')];
		const failing = { 12: newest, 11: [], 10: older, 9: [], 8: [], 7: failedWith('400') };
		await expect(shown(failing)).rejects.toBe(newest);
	});

	test('reads single messages and mailings by age, and returns their IDs as numbers', async () => {
		const of = { event: 'viberDelivery', selectedMailingIds: ['9', '7'] } as const;
		const status = { status: 'READ' };
		const { read, items } = await shown(
			{ 9: [{ ...status }], '!8': [{ ...status }], 7: [{ ...status }] },
			{ ...of, prefixedMessageIds: ['!8'] },
		);
		expect(read).toEqual(['9', '!8', '7']);
		expect(items.map(({ message_id }) => message_id)).toEqual([9, 8, 7]);
	});

	test('names the first twenty statuses if no recipient has a wanted one', async () => {
		const entries = Array.from({ length: 21 }, (_, n) => ({ status: `s${n + 1}` }));
		const wanted = { statuses: new Set(['read']), outcomes: new Set(['delivered']) };
		const more = { event: 'viberDelivery', selectedMailingIds: ['4'], ...wanted } as const;
		await expect(shown({ 4: entries }, more)).rejects.toMatchObject({
			message:
				'No data: there are no recipients with the status read and the outcome Delivered in the selected mailings',
			advice: expect.arrayContaining([
				expect.stringMatching(/ s19, s20\. Correct the option Statuses,/),
			]),
		});
	});

	test('sends no request after its time is over', async () => {
		await expect(shown({ 1: replies(5) }, {}, () => true)).rejects.toThrow('No data');
	});
});

test.each<[string, boolean, string | undefined, string]>([
	['2', true, '6', 'had all of the time'],
	['5', true, '6', 'had all of the time'],
	['6', true, '6', 'had less'],
	['7', false, undefined, 'fails in time'],
])(
	'the next poll after mailing %s fails (late: %p) starts with %s, because it %s',
	async (failing, isReadTimeUp, resumeAt, _) => {
		let late = false;
		const ids = ['1', '2', '3', '4', '5', '6', '7', '8'];
		const started: string[] = [];
		const read = async (id: string) => {
			started.push(id);
			// The failing request ends last.
			for (let turns = id === failing ? 5 : 1; turns > 0; turns--) {
				await new Promise(setImmediate);
			}
			if (isReadTimeUp && started.includes(failing)) late = true;
			if (id === failing) throw new Error('No time');
			return [];
		};
		const take = () => {};
		expect((await readMailings(ids, read, () => late, take)).resumeMailingId).toBe(resumeAt);
	},
);

test('replies are marked as read in requests of 500, and those of a failed one are tried again', async () => {
	const ids = Array.from({ length: 1_200 }, (_, n) => String(n));
	const requests: number[] = [];
	const warnings: string[] = [];
	const markAsRead = async (some: string[]) => {
		requests.push(some.length);
		if (some[0] === '500') throw failedWith('500', 'Sorry');
		if (some[0] === '1000') throw failedWith('400', 'Later error');
	};
	const left = await sendMarkRequests(clientOf({}, { markAsRead }).client, ids, warnings);
	expect([requests, left]).toEqual([[500, 500, 200], ids.slice(500, 1_000)]);
	expect(warnings).toEqual([
		'700 replies are not marked as read: Sorry. The next poll tries again.',
	]);
});

test('the last thousand replies are marked again if they are still listed', async () => {
	const toMarkAgain = Array.from({ length: 1_000 }, (_, n) => String(n));
	const queued = { toMarkAsRead: ['1000', '1001'], toMarkAgain };
	const listed = { listedReplyIds: new Set<string>(), returnedReplyIds: ['1002'] };
	expect(await markQueuedReplies(clientOf({}).client, queued, listed, [])).toEqual({
		toMarkAsRead: ['1002'],
		toMarkAgain: [...toMarkAgain.slice(2), '1000', '1001'],
	});
});

test('only a 4xx status, except for a token or a temporary reason, concerns a single mailing', () => {
	const codes = ['200', '404', '499', '401', '403', '408', '425', '429', '500', '0'];
	expect(codes.filter((code) => isThisRequestRejected(failedWith(code)))).toEqual(
		codes.slice(0, 3),
	);
	expect([isThisRequestRejected(new Error('No')), isThisRequestRejected('404')]).toEqual([
		false,
		false,
	]);
});

describe('warnings of the trigger', () => {
	test('hide phone numbers and have at most 200 characters', () => {
		expect(formatForLog(new Error('No 380501234567, +37120000001, 123456'))).toBe(
			'No …, …, 123456',
		);
		expect(formatForLog('odd')).toBe('odd');
		expect(formatForLog(new Error('x'.repeat(300)))).toBe('x'.repeat(200));
	});

	test('name five unknown statuses in order, shortened, and count the others', () => {
		const warned = (...statuses: string[]) => unknownStatusWarning(statuses);
		const five = ['e', 'd', 'c', 'b', 'a'.repeat(50)];
		const listed = `: "${'a'.repeat(40)}", "b", "c", "d", "e"`;
		expect(warned(...five)).toContain(`${listed}. A message`);
		expect(warned(...five, 'E', 'f', 'read')).toContain(`${listed} and 1 more. A message`);
		expect(warned('read', 'NEW')).toBe('');
	});

	test('name Max Mailings only if the trigger watches all mailings', () => {
		expect(notWatchedWarning(201, settings())).toMatch(/^The service lists 201 mailings/);
		expect(notWatchedWarning(201, settings({ selectedMailingIds: ['5'] }))).toBe('');
	});

	test('name five mailings and count the others', () => {
		const failing = (count: number) =>
			new Map(Array.from({ length: count }, (_, n) => [`${n + 1}`, new Error(`E${n + 1}`)]));
		expect(failureWarnings(failing(0), [])).toEqual([]);
		const five = 'Mailings that could not be read: 1 (E1), 2 (E2), 3 (E3), 4 (E4), 5 (E5)';
		const end = '. The next poll reads them again.';
		expect(failureWarnings(failing(5), ['6'])).toEqual([five + end]);
		expect(failureWarnings(failing(7), [])).toEqual([`${five} and 2 more${end}`]);
		const first =
			' Events that occur before a mailing is read for the first time do not start the workflow.';
		expect(failureWarnings(failing(5), ['5'])).toEqual([five + end + first]);
	});
});

describe('the trigger', () => {
	const { mailingLists } = eventSources.smsDelivery;
	const watched: State = {
		...{ version: 1, event: 'viberReply', series: 's', urlMark: 'a', tokenMark: 1 },
		...{ selectionKey: 'c', statusTable: [], mailings: { 7: '' }, pendingBaseline: ['3'] },
		...{ toMarkAsRead: [], toMarkAgain: [] },
	};
	/** Sets the response of the first and of the second request for a list. */
	const listing = (second: Error | string[], first: Error | string[] = ['5', '9']) =>
		clientOf(
			{},
			{
				readMailingIds: async (list) => {
					const found = list === mailingLists[0] ? first : second;
					if (found instanceof Error) throw found;
					return found;
				},
			},
		).client;

	const watch = async (client: AccountClient, state = watched, warnings: string[] = []) =>
		await findWatchedIds(client, settings({ event: 'smsDelivery' }), state, warnings);

	test('watches the mailings of two lists, and does not read those that are no longer listed', async () => {
		expect(await watch(listing(['8']))).toEqual({
			watchedIds: ['9', '8', '7', '5', '3'],
			idsToRead: ['9', '8', '5'],
			listedMailingCount: 3,
		});
	});

	test('ignores listed mailings without a numeric ID, and counts them in the log', async () => {
		const warnings: string[] = [];
		const { watchedIds } = await watch(listing(['8', '0', 'x', '08']), watched, warnings);
		expect(watchedIds).toEqual(['9', '8', '7', '5', '3']);
		expect(warnings).toEqual([
			`${mailingLists[1].endpoint.action}: 3 mailings without a numeric ID are ignored`,
		]);
	});

	test('watches a single message beside Max Mailings, and once', async () => {
		const state = { ...watched, mailings: { 7: '', '!11': '', '!12': '' } };
		const more = { maxMailings: 2, prefixedMessageIds: ['!11'] };
		const chosen = settings({ event: 'smsDelivery', ...more });
		const { watchedIds } = await findWatchedIds(listing([]), chosen, state, []);
		expect(watchedIds).toEqual(['9', '7', '!11']);
	});

	test('still reads all earlier mailings if one list fails', async () => {
		const warnings: string[] = [];
		const found = await watch(listing(failedWith('500')), watched, warnings);
		expect(found.idsToRead).toEqual(['9', '7', '5', '3']);
		expect(warnings).toEqual([`${mailingLists[1].endpoint.action}: No`]);
	});

	test('fails with the first error if all lists fail', async () => {
		const first = failedWith('404');
		await expect(watch(listing(failedWith('500'), first))).rejects.toBe(first);
	});

	test.each<[changed: object, kept: object]>([
		[{ urlMark: 'b' }, { mailings: {}, pendingBaseline: [] }],
		[{ tokenMark: 2 }, {}],
	])('keeps after the change %j of the account only what belongs to it', (changed, kept) => {
		const before = { ...watched, toMarkAsRead: ['4'], toMarkAgain: ['5'] };
		const other = { selectionKey: OTHER_ACCOUNT_SELECTION_KEY };
		const after = { ...watched, ...other, ...kept };
		expect(adaptStateToAccount({ ...watched, ...changed }, before)).toEqual(after);
	});

	test.each([
		['7', ['9', '7', '3']],
		['3', ['9', '7', '3']],
		['8', ['9', '8']],
	])('with another token keeps its state if the account lists %s', async (id, ids) => {
		const other = { ...watched, selectionKey: OTHER_ACCOUNT_SELECTION_KEY };
		expect((await watch(listing([id], ['9']), other)).watchedIds).toEqual(ids);
	});

	const progress = {
		isReadTimeUp: onTime,
		resumeMailingId: undefined,
		setResumeMailingId: () => {},
	};

	test('fails with the error of the newest mailing if all fail', async () => {
		const [newest, other] = [failedWith('500'), failedWith('404')];
		const { client } = clientOf({ 7: other, 9: newest });
		await expect(pollOnce(client, settings(), watched, progress)).rejects.toBe(newest);
	});

	test('forgets the replies to mark as read if the option is off', async () => {
		const before = { ...watched, toMarkAsRead: ['4'], toMarkAgain: ['5'] };
		const { client } = clientOf({ 7: [] });
		const { state } = await pollOnce(client, settings(), before, progress);
		expect([state.toMarkAsRead, state.toMarkAgain]).toEqual([[], []]);
	});
});

test('an n8n process remembers only the last thousand triggers that polled', () => {
	const memory = new ProcessMemory<number>();
	for (let at = 0; at < 1_000; at++) memory.set(`${at}`, at);
	memory.set('0', -1);
	memory.set('1000', 1_000);
	const values = ['0', '1', '2', '1000'].map((key) => memory.get(key));
	expect(values).toEqual([-1, undefined, 2, 1_000]);
});
