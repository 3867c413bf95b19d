import type { IDataObject } from 'n8n-workflow';
import { statusChanges } from '../../nodes/MessagingServiceTrigger/changes/statusChanges';

const fields = { id: 'id', address: 'phone' };

type Row = [key: unknown, status: unknown, previous: string | null];

/** Polls one after the other: the changes of each, as key, status and previous status. */
function polls(...lists: IDataObject[][]): Row[][] {
	const statusTable: string[] = [];
	let snapshot: string | undefined;
	return lists.map((recipients) => {
		const found = statusChanges(recipients, { snapshot, statusTable }, fields);
		snapshot = found.snapshot;
		return found.changes.map(
			({ recipient, previous }): Row => [
				recipient.id ?? recipient.phone ?? recipient.name,
				recipient.status,
				previous,
			],
		);
	});
}

describe('of an SMS that was sent several times to one phone', () => {
	const PHONE = 380501234567;
	const sent = (status: string, d_sent?: IDataObject[string]) => ({
		phone: PHONE,
		status,
		d_sent,
	});
	const events = (...lists: IDataObject[][]) =>
		polls(...lists).map((changes) => changes.map(([, status, previous]) => [status, previous]));

	test('each entry is a recipient, in the order of sending', () => {
		const [first, second, third] = [
			sent('delivered', '10:00'),
			sent('undelivered', '10:01'),
			sent('delivered', '10:02'),
		];
		expect(events([first], [second, first], [third, first, second])).toEqual([
			[['delivered', null]],
			[['undelivered', null]],
			[['delivered', null]],
		]);
	});

	test('each change is an event with the previous status of its entry', () => {
		const lists = [
			[sent('sent', '10:00'), sent('sent', '10:01')],
			[sent('undelivered', '10:01'), sent('delivered', '10:00')],
			[sent('sent', '10:02'), sent('undelivered', '10:01'), sent('read', '10:00')],
		];
		expect(events(...lists)).toEqual([
			[
				['sent', null],
				['sent', null],
			],
			[
				['delivered', 'sent'],
				['undelivered', 'sent'],
			],
			[
				['read', 'delivered'],
				['sent', null],
			],
		]);
	});

	test.each<[string, IDataObject[string]]>([
		['of one second', '2026-03-01 10:00:00'],
		['without a date', undefined],
		['with a date of zeros', '0000-00-00 00:00:00'],
		['with an odd date', { a: 1 }],
	])('entries %s are distinguished by their number', (_, date) => {
		const of = (...statuses: string[]) => statuses.map((status) => sent(status, date));
		expect(
			events(of('b', 'c'), of('c', 'b'), of('d', 'c'), of('c', 'd', 'c'), of('d', 'c', 'c')),
		).toEqual([
			[
				['b', null],
				['c', null],
			],
			[],
			[['d', 'b']],
			[['c', null]],
			[],
		]);
	});

	test('an entry without a date is the last one, and keeps its place when it gets one', () => {
		const [early, late] = [sent('delivered', '10:00'), sent('queued')];
		const lists = [[early], [late, early], [sent('sent', '10:05'), early]];
		expect(events(...lists)).toEqual([
			[['delivered', null]],
			[['queued', null]],
			[['sent', 'queued']],
		]);
	});

	test('entries that a list lacks are not new when they come back', () => {
		const all = ['delivered', 'undelivered', 'delivered'].map((status, n) =>
			sent(status, `10:0${n}`),
		);
		const lists = [all, all.slice(1), [all[1]], [], all.slice(0, 1), all, [...all].reverse()];
		expect(events(...lists).slice(1)).toEqual([[], [], [], [], [], []]);
		const changed = [...all.slice(0, 2), sent('read', '10:02')];
		expect(events(all, changed.slice(1), changed)).toEqual([
			expect.anything(),
			[['read', 'delivered']],
			expect.anything(),
		]);
	});

	test('100,000 entries of one phone take no more time than of as many phones', () => {
		const timeOf = (phoneOf: (n: number) => number) => {
			const entry = (n: number) => ({
				...sent(n % 2 ? 'a' : 'b', '10:00'),
				phone: phoneOf(n),
			});
			const many = Array.from({ length: 100_000 }, (_, n) => entry(n));
			const lists = [many, [...many].reverse(), [...many, sent('a', '10:01')]];
			const since = performance.now();
			expect(polls(...lists).map(({ length }) => length)).toEqual([100_000, 0, 1]);
			return performance.now() - since;
		};
		// It takes 1.6 times as long. Code that reverses a list of the entries for each took 25 times.
		const most = 10;
		const ratio = () => timeOf(() => PHONE) / timeOf((n) => PHONE + 1 + n);
		// Once of three times, so that it is not what else the machine does.
		expect([1, 2, 3].some(() => ratio() < most)).toBe(true);
	});

	test('each further entry takes two bytes of the snapshot', () => {
		const statusTable: string[] = [];
		const lists = [[sent('a', '10:00')], [sent('a', '10:00'), sent('b', '10:01')]];
		const [one, two] = lists.map(
			(list) => statusChanges(list, { statusTable }, fields).snapshot,
		);
		expect(two).toBe(`${one}0B`);
	});
});

test('of two entries with one id the trigger takes the one read last', () => {
	expect(polls([{ id: 5, status: 'a' }, { id: 6 }, { id: 5, status: 'b' }])).toEqual([
		[
			[5, 'b', null],
			[6, undefined, null],
		],
	]);
});

describe('a recipient is identified by', () => {
	const rows: Array<[string, IDataObject, IDataObject]> = [
		['a number, also as text', { id: 5 }, { id: '5' }],
		['a text', { id: 'a-5' }, { id: 'a-5' }],
		['the next field if the first is empty', { id: null, phone: 7 }, { phone: 7 }],
		[
			'all other fields if it has no id',
			{ name: 'Ann', error: 'x' },
			{ name: 'Ann', error: 'y' },
		],
		['the largest number', { id: 1e15 - 1 }, { id: String(1e15 - 1) }],
		['a number that is too large', { id: 1e15 }, { id: String(1e15) }],
	];
	test.each(rows)('%s', (_, first, second) => {
		const [, changes] = polls([{ ...first, status: 'a' }], [{ ...second, status: 'b' }]);
		expect(changes).toHaveLength(1);
		expect(changes[0]).toContain('a');
	});

	test.each<[string, IDataObject, IDataObject]>([
		['another number', { id: 5 }, { id: 6 }],
		['zeros in front', { id: '05' }, { id: 5 }],
		['another text', { id: 'a' }, { id: 'b' }],
		['another name', { name: 'Ann' }, { name: 'Bob' }],
		['a fraction', { id: 5.5 }, { id: 5 }],
		['a minus', { id: -5 }, { id: 5 }],
	])('a recipient is not identified by %s', (_, first, second) => {
		const [, changes] = polls([{ ...first, status: 'a' }], [{ ...second, status: 'b' }]);
		expect(changes.map(([, , previous]) => previous)).toEqual([null]);
	});
});

test('a recipient that is missing once is not new afterwards, wherever new ones are inserted', () => {
	const at = (ids: number[], status: string) => ids.map((id) => ({ id, status }));
	expect(
		polls(
			at([10, 30, 50], 'sent'),
			at([50, 20, 40], 'sent'),
			[...at([60, 5], 'sent'), ...at([10, 40], 'read')],
			at([5, 10, 20, 30, 40, 50, 60], 'read'),
		).map((changes) => changes.map(([key, , previous]) => [key, previous])),
	).toEqual([
		[10, 30, 50].map((id) => [id, null]),
		[20, 40].map((id) => [id, null]),
		[
			[60, null],
			[5, null],
			[10, 'sent'],
			[40, 'sent'],
		],
		[5, 20, 30, 50, 60].map((id) => [id, 'sent']),
	]);
});

test('every recipient may have a different status', () => {
	const recipients = Array.from({ length: 150_000 }, (_, id) => ({ id, status: `at ${id}` }));
	const later = recipients.map((one) => (one.id % 70_000 ? one : { ...one, status: 'gone' }));
	const [first, second, third] = polls(recipients, later, later);
	expect(first).toHaveLength(150_000);
	expect(second).toEqual([
		[0, 'gone', 'at 0'],
		[70_000, 'gone', 'at 70000'],
		[140_000, 'gone', 'at 140000'],
	]);
	expect(third).toEqual([]);
});
