import type { IDataObject } from 'n8n-workflow';
import { statusChanges } from '../../nodes/MessagingServiceTrigger/changes/statusChanges';

const keys = ['id', 'phone'];

type Row = [key: unknown, status: unknown, previous: string | null];

/** Polls one after the other; of each the changes, as key, status and status before. */
function polls(...answers: IDataObject[][]): Row[][] {
	const words: string[] = [];
	let memory: string | undefined;
	return answers.map((recipients) => {
		const found = statusChanges(recipients, memory, keys, words);
		memory = found.memory;
		return found.changes.map(
			({ recipient, previous }): Row => [
				recipient.id ?? recipient.phone ?? recipient.name,
				recipient.status,
				previous,
			],
		);
	});
}

describe('of two entries of one recipient', () => {
	const sent = (status: string, d_sent?: string) => ({ phone: 380501234567, status, d_sent });
	test.each<[string, IDataObject[], string]>([
		['the one sent later counts', [sent('new', '10:01'), sent('old', '10:00')], 'new'],
		['whatever it says', [sent('old', '10:00'), sent('z', '10:01')], 'z'],
		['wherever it stands', [sent('old', '10:00'), sent('new', '10:01')], 'new'],
		['of one second the same one', [sent('a', '10:00'), sent('b', '10:00')], 'a'],
		['in either order', [sent('b', '10:00'), sent('a', '10:00')], 'a'],
		['without times the one read last', [sent('b'), sent('a')], 'a'],
		['with one time the one read last', [sent('b', '10:00'), sent('a')], 'a'],
		['with the other time too', [sent('b'), sent('a', '10:00')], 'a'],
	])('%s', (_, recipients, status) => {
		expect(polls(recipients)).toEqual([[[380501234567, status, null]]]);
	});
});

describe('a recipient is known by', () => {
	const rows: Array<[string, IDataObject, IDataObject]> = [
		['a number, also as text', { id: 5 }, { id: '5' }],
		['a text', { id: 'a-5' }, { id: 'a-5' }],
		['the next field where the first is empty', { id: null, phone: 7 }, { phone: 7 }],
		['all else where it has no id', { name: 'Ann', error: 'x' }, { name: 'Ann', error: 'y' }],
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
	])('not by %s', (_, first, second) => {
		const [, changes] = polls([{ ...first, status: 'a' }], [{ ...second, status: 'b' }]);
		expect(changes.map(([, , previous]) => previous)).toEqual([null]);
	});
});

test('who is missing once is still known, wherever new ones come in between', () => {
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

test('every recipient may have a status of its own', () => {
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
