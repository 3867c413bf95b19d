import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { findNewReplies } from '../../nodes/MessagingServiceTrigger/changes';
import { judgeCases } from '../support/judged';
import { share } from '../support/thorough';

const at = (...ids: Array<string | number>): IDataObject[] => ids.map((id) => ({ id: String(id) }));
const from = (first: number, count: number) =>
	at(...Array.from({ length: count }, (_, index) => first + index));

/**
 * Compares the lists of successive polls. Returns the IDs of the new replies, and the last
 * snapshot.
 */
function polls(...lists: IDataObject[][]): { returned: unknown[][]; snapshot: string } {
	let snapshot: string | undefined;
	const returned = lists.map((replies) => {
		const diff = findNewReplies(replies, snapshot);
		snapshot = diff.nextSnapshot;
		return diff.newReplies.map(({ id }) => id);
	});
	return { returned, snapshot: snapshot ?? '' };
}

test('the seen replies return each reply once, in the order of the list', () => {
	const lists = [at(9, 'b', 10, 9, 100, 'a', 8), at(100, 9)];
	expect(polls(...lists).returned).toEqual([['9', 'b', '10', '100', 'a', '8'], []]);
});

test('the seen replies distinguish IDs that JavaScript numbers cannot represent', () => {
	const [one, two] = ['90071992547409930001', '90071992547409930002'];
	expect(polls(at(one), at(one, two)).returned).toEqual([[one], [two]]);
	const edge = ['9007199254740991', '9007199254740992', '9007199254740993'];
	expect(polls(at(...edge), at(...edge)).returned).toEqual([edge, []]);
});

test('the seen replies return every reply once, whatever the IDs and the lists are', async () => {
	const id = fc.oneof(
		fc.nat({ max: 60 }).map(String),
		fc.bigInt(2n ** 53n - 5n, 2n ** 53n + 5n).map(String),
		fc.string({ maxLength: 3 }),
	);
	const lists = fc.array(fc.array(id, { maxLength: 60 }), { maxLength: 6 });
	await judgeCases(lists, { repeated: 0.3 }, (all) => {
		const { returned } = polls(...all.map((ids) => ids.map((each) => ({ id: each }))));
		expect(returned.flat().sort()).toEqual([...new Set(all.flat())].sort());
		return returned.flat().length < all.flat().length ? 'repeated' : undefined;
	});
});

test('the snapshot of seen replies is readable text', () => {
	expect(polls(at(7_001, 7_002, 7_010)).snapshot).toBe('5eh..8.');
	expect(polls([]).snapshot).toBe('');
});

test.each([
	['consecutive ids', 1, 1.01],
	['ids of which each 40,000th is of the mailing', 40_000, 5],
])('the snapshot of replies is small for %s, however many stay unread', (_, gap, most) => {
	const many = at(
		...Array.from({ length: share(100_000, 10_000) }, (_each, n) => 5_000_000 + n * gap),
	);
	const { snapshot, returned } = polls(many, many, [...many, ...at(4_999_999)]);
	expect(returned.slice(1)).toEqual([[], ['4999999']]);
	expect(snapshot.length / many.length).toBeLessThanOrEqual(most);
});

test('the seen replies return a new reply whose ID is lower than all earlier ones', () => {
	const many = from(100_000, 1_000);
	expect(polls(many, [...many, ...at(55)], [...many, ...at(55)]).returned.slice(1)).toEqual([
		['55'],
		[],
	]);
});

test.each<[string, (n: number) => string]>([
	['numbers', (n) => String(7_000 + 7 * n)],
	['texts', (n) => `a-${n}`],
])('the seen replies repeat none after a list once lacked a thousand (IDs: %s)', (_, id) => {
	const many = at(...Array.from({ length: 1_000 }, (_each, n) => id(n)));
	expect(polls(many, [], at('b'), many).returned.slice(1)).toEqual([[], ['b'], []]);
});

test('the seen replies return a reply without an ID once, whatever the order of its fields', () => {
	const reply = { phone: '380671234567', message: 'Yes', read: false };
	const reversed = Object.fromEntries(Object.entries(reply).reverse());
	const other = { ...reply, message: 'No' };
	const { nextSnapshot } = findNewReplies([reply]);
	expect(findNewReplies([reversed, other], nextSnapshot).newReplies).toEqual([other]);
});
