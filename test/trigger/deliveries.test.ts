import type { IDataObject } from 'n8n-workflow';
import { statusChanges } from '../../nodes/MessagingServiceTrigger/changes/statusChanges';

const keys = ['id', 'phone'];

type Row = [key: unknown, status: unknown, previous: string | null];

/** Polls one after the other: the changes of each, as key, status and previous status. */
function polls(...lists: IDataObject[][]): Row[][] {
	const statusTable: string[] = [];
	let snapshot: string | undefined;
	return lists.map((recipients) => {
		const found = statusChanges(recipients, snapshot, keys, statusTable);
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

describe('of two entries of one recipient the trigger takes', () => {
	const sent = (status: string, d_sent?: string) => ({ phone: 380501234567, status, d_sent });
	test.each<[string, IDataObject[], string]>([
		['the one that was sent later', [sent('new', '10:01'), sent('old', '10:00')], 'new'],
		[
			'the one that was sent later, whatever its status is',
			[sent('old', '10:00'), sent('z', '10:01')],
			'z',
		],
		[
			'the one that was sent later, wherever it is',
			[sent('old', '10:00'), sent('new', '10:01')],
			'new',
		],
		['the same one if both are of one second', [sent('a', '10:00'), sent('b', '10:00')], 'a'],
		[
			'the same one of one second in either order',
			[sent('b', '10:00'), sent('a', '10:00')],
			'a',
		],
		['the one read last if both have no time', [sent('b'), sent('a')], 'a'],
		['the one read last if the first has a time', [sent('b', '10:00'), sent('a')], 'a'],
		['the one read last if it alone has a time', [sent('b'), sent('a', '10:00')], 'a'],
	])('%s', (_, recipients, status) => {
		expect(polls(recipients)).toEqual([[[380501234567, status, null]]]);
	});
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
