import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { readPages } from '../../nodes/shared/http/readPages';
import { type Change, changing, itemsOf, listOf } from './changingList';
import { judgeCases } from '../support/judged';

const byMessage = listOf('message_id');

/** Newest first, as the service lists them. */
const messages = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, n) => ({ message_id: 10_000 - n, message: 'Hello' }));

let newest = 10_000;
const add = (rows: IDataObject[], count: number) => {
	for (let n = 0; n < count; n++) rows.unshift({ message_id: ++newest, message: 'New' });
};

const idsOf = (rows: IDataObject[]) => rows.map(({ message_id }) => message_id);

/** The IDs of those rows that were not found. */
function lost(rows: IDataObject[], found: IDataObject[]) {
	const ids = new Set(idsOf(found));
	return idsOf(rows).filter((id) => !ids.has(id));
}

describe('a list of the SMS node', () => {
	test('lacks no prepared SMS if 95 others are added in front while it is read', async () => {
		const all = messages(500);
		const found = await itemsOf(
			{ operation: 'getAll', returnAll: true },
			[...all],
			(rows, pages) => pages === 2 && add(rows, 95),
		);
		expect([found.length, lost(all, found)]).toEqual([500, []]);
	});
});

describe('a list that changes while it is read', () => {
	test.each([12, 20, 50, 99, 100])(
		'lacks no row if any number is added at once and a page has %i rows',
		async (cap) => {
			for (const page of [1, 2, 3]) {
				for (const count of [1, 9, 11, 18, 19, 45, 50, 89, 90, 91, 100, 120, 180, 900]) {
					const all = messages(400);
					const read = changing(
						[...all],
						(rows, pages) => pages === page && add(rows, count),
						cap,
					);
					const found = await readPages(byMessage, undefined, read);
					expect([cap, page, count, lost(all, found)]).toEqual([cap, page, count, []]);
				}
			}
		},
	);

	test.each([100, 99, 60, 50, 20])(
		'lacks no row if a tenth of a page is deleted after the first page and a page has %i rows',
		async (cap) => {
			const all = messages(600);
			const deleted = Math.floor(cap / 10);
			for (const limit of [undefined, 300]) {
				const read = changing(
					[...all],
					(rows, pages) => pages === 1 && rows.splice(0, deleted),
					cap,
				);
				const found = await readPages(byMessage, limit, read);
				expect(idsOf(found)).toEqual(idsOf(all.slice(0, limit)));
			}
		},
	);

	test('lacks no row and has none twice, whatever is added and deleted', async () => {
		const change = fc.record({
			added: fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 150 })),
			deleted: fc.array(fc.nat({ max: 10_000 }), { maxLength: 10 }),
		});
		const made = fc.record({
			count: fc.nat({ max: 400 }),
			cap: fc.integer({ min: 12, max: 120 }),
			limit: fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined }),
			changes: fc.array(change, { maxLength: 6 }),
			key: fc.constantFrom<string[]>(['message_id'], ['message_id', 'message']),
		});
		await judgeCases(
			made,
			{ changed: 0.3 },
			async ({ count, cap, limit, changes, key }) => {
				const all = messages(count);
				const gone = new Set<unknown>();
				const happen: Change = (rows, pages) => {
					const { added, deleted } = changes[pages - 1] ?? { added: 0, deleted: [] };
					// As many as two pages have in common.
					for (const place of deleted.slice(0, Math.floor(Math.min(cap, 100) / 10))) {
						for (const row of rows.splice(place % (rows.length + 1), 1)) {
							gone.add(row.message_id);
						}
					}
					add(rows, added);
				};
				const read = changing([...all], happen, cap);
				const found = await readPages(listOf(...key), limit, read);
				const old = idsOf(found).filter((id) => Number(id) <= 10_000);
				if (key.length === 1) expect(new Set(idsOf(found)).size).toBe(found.length);
				// Those before the last one that was found, or all of them if there is no limit.
				const isWhole = found.length < (limit ?? Infinity);
				const until = isWhole ? 0 : Number(old.at(-1) ?? Infinity);
				const present = idsOf(all).filter((id) => Number(id) >= until && !gone.has(id));
				expect(present.filter((id) => !old.includes(id))).toEqual([]);
				return old.length > 0 && gone.size > 0 ? 'changed' : undefined;
			},
			{ numRuns: 150 },
		);
	});
});

describe('a service that repeats itself', () => {
	const all = messages(1_000);

	/** What a list has, and how many requests it took. */
	const readFrom = async (pageAt: (offset: number, page: number) => IDataObject[]) => {
		let requests = 0;
		const found = await readPages(byMessage, undefined, async (page = {}) =>
			pageAt(Number(page.limit_offset), ++requests),
		);
		return { found, requests };
	};

	test('with its last page ends the list after two more requests', async () => {
		const { found, requests } = await readFrom((offset) =>
			all.slice(Math.min(offset, 900), Math.min(offset, 900) + 100),
		);
		expect(found).toEqual(all);
		expect(requests).toBe(13);
	});

	test('with two pages in turn ends the list after ten more requests', async () => {
		const { found, requests } = await readFrom((_, page) =>
			page % 2 ? all.slice(0, 100) : all.slice(100, 200),
		);
		expect(found).toEqual(all.slice(0, 200));
		expect(requests).toBeLessThanOrEqual(13);
	});
});
