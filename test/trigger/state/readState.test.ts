import type { IDataObject } from 'n8n-workflow';
import { isId, keyOf } from '../../../nodes/MessagingServiceTrigger/state/fingerprint';
import { readState } from '../../../nodes/MessagingServiceTrigger/state/readState';

const of = { event: 'viberDelivery', urlMark: 'a', tokenMark: 1 };
const state = (change: IDataObject) => ({
	state: {
		...{ version: 1, ...of, selectionKey: 's', pendingBaseline: [], toMarkAsRead: [] },
		...{ statusTable: ['read', 'sent'], mailings: {} },
		...change,
	},
});

function read(change: IDataObject) {
	const warnings: string[] = [];
	return { ...readState(state(change), of, warnings), warnings };
}

const damaged = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, n) => [String(101 + n), '?']));

test.each([
	[1, '101'],
	[5, '101, 102, 103, 104, 105'],
	[6, '101, 102, 103, 104, 105 and 1 more'],
	[8, '101, 102, 103, 104, 105 and 3 more'],
])('of %i damaged mailings the warning names %s', (count, named) => {
	const { warnings, pendingBaseline, mailings } = read({ mailings: damaged(count) });
	expect(warnings).toEqual([
		expect.stringContaining(`of these mailings cannot be read: ${named}. What came`),
	]);
	expect([pendingBaseline?.length, mailings]).toEqual([count, {}]);
});

test.each([
	['number', ['read', 5]],
	['object', ['read', {}]],
])('a status table with an %s is none, and its snapshots are damaged', (_, statusTable) => {
	const { mailings, pendingBaseline } = read({ statusTable, mailings: { 7: '1A' } });
	expect([mailings, pendingBaseline]).toEqual([{}, ['7']]);
});

test('statuses that no snapshot has leave the table', () => {
	const { statusTable, mailings } = read({ mailings: { 7: '1B' } });
	expect([statusTable, mailings]).toEqual([[null, 'sent'], { 7: '1B' }]);
	expect(read({ statusTable: 'x' }).statusTable).toEqual([]);
});

test('replies to mark as read that are not all texts are none', () => {
	expect(read({ toMarkAsRead: ['5', 6] }).toMarkAsRead).toEqual([]);
	expect(read({ toMarkAsRead: ['5'] }).toMarkAsRead).toEqual(['5']);
});

test.each<[string, unknown[]]>([
	['a number', [5]],
	['a word', ['x']],
])('of a state whose baselines have %s too much is damaged', (_, pendingBaseline) => {
	expect(read({ pendingBaseline })).toMatchObject({
		warnings: [expect.stringContaining('The saved state of the trigger')],
		pendingBaseline: [],
	});
});

test.each([
	['0', 0],
	['7', 7],
	['999999999999999', 999_999_999_999_999],
])('the number %s is its own key', (id, key) => expect(keyOf(id)).toBe(key));

test.each(['1000000000000000', '07', '-7', '7a', 'a7', '', ' 7', '1.5'])(
	'%j has a key above those of numbers, and within what JavaScript holds exactly',
	(id) => {
		expect(keyOf(id)).toBeGreaterThanOrEqual(2 ** 52);
		expect(Number.isSafeInteger(keyOf(id))).toBe(true);
	},
);

test('texts that differ in the last character have different keys', () => {
	const keys = Array.from('abcdefgh', (last) => keyOf(`reply ${last}`));
	expect(new Set(keys).size).toBe(8);
});

test.each([
	[5, true],
	['5', true],
	[true, true],
	['', false],
	[null, false],
	[undefined, false],
	[{}, false],
	[['5'], false],
])('%j can identify an entry: %p', (value, can) => expect(isId(value)).toBe(can));
