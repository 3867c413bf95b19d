import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { Problem } from '../../nodes/shared/errors/problem';
import {
	type PageOptions,
	type ReadPage,
	readPages,
	addPageParameters,
} from '../../nodes/shared/http/readPages';
import { judgeCases } from '../support/judged';

const rejected = new Problem({
	message: 'limit_rows',
	failure: { httpStatus: 400, message: 'limit_rows' },
});
const rowsOf = (count: number): IDataObject[] => Array.from({ length: count }, (_, id) => ({ id }));

/** Starts a service with `count` rows, of which a page has at most `cap`. */
function service(count: number, cap = Infinity) {
	const all = rowsOf(count);
	const pages: unknown[] = [];
	const read = async (page?: IDataObject) => {
		pages.push(page && [page.limit_offset, page.limit_rows]);
		const from = Number(page?.limit_offset ?? 0);
		return all.slice(from, from + Math.min(cap, Number(page?.limit_rows ?? Infinity)));
	};
	return { all, pages, read };
}

const list = { pageParametersIn: 'query', statusIsOf: 'recipient' } as const;
const large: PageOptions = {
	firstPageSize: 1_000,
	maxPageSize: 10_000,
	isTooLargeError: (error) => error === rejected,
};

describe('a list with pages', () => {
	test.each<[count: number, limit: number | undefined, pages: string]>([
		[0, undefined, '0+100'],
		[10, undefined, '0+100 10+100'],
		[99, undefined, '0+100 90+100 99+100'],
		[100, undefined, '0+100 90+100 100+100'],
		[250, undefined, '0+100 90+100 180+100 243+100 250+100'],
		[250, 30, '0+30'],
		[250, 100, '0+100'],
		[250, 150, '0+100 90+100'],
		[20, 20, '0+20'],
		[20, 30, '0+30 18+100 20+100'],
	])('of %i rows with the limit %p is read in the pages %s', async (count, limit, expected) => {
		const { all, pages, read } = service(count);
		expect(await readPages(list, limit, read)).toEqual(all.slice(0, limit));
		expect((pages as number[][]).map((page) => page.join('+')).join(' ')).toBe(expected);
	});

	test('is cut to the limit if the service returns more rows than were requested', async () => {
		const { all } = service(120);
		expect(await readPages(list, 10, async () => all)).toEqual(all.slice(0, 10));
	});

	// The second page alone may repeat the first because as many rows were added.
	test.each([1, 20, 100, 20_000])(
		'ends after three requests if the service ignores the offset and returns %i rows',
		async (count) => {
			const read = jest.fn(async () => rowsOf(count));
			expect(await readPages({ pageParametersIn: 'form' }, undefined, read)).toEqual(
				rowsOf(count),
			);
			expect(read).toHaveBeenCalledTimes(3);
		},
	);

	test.each([2 ** 32, 1e-5])('compares 10,000 numeric keys %d apart as texts', async (step) => {
		const { all, read } = service(10_000);
		for (const row of all) row.id = Number(row.id) * step;
		// In V8, these numbers have the same hash, so a Map of them is as slow as a list.
		const keys = jest.spyOn(Map.prototype, 'set');
		expect(await readPages({ ...list, rowKeyFields: ['id'] }, undefined, read)).toHaveLength(
			10_000,
		);
		const numbers = keys.mock.calls.filter(([key]) => typeof key === 'number');
		const kept = keys.mock.calls.length;
		keys.mockRestore();
		expect([numbers, kept >= 10_000]).toEqual([[], true]);
	});

	test.each([
		['its first page after the last one', (offset: number) => offset % 1_000, 22],
		['its last page', (offset: number) => Math.min(offset, 900), 13],
	])('ends if the service repeats %s', async (_, fromOf, requests) => {
		const { all } = service(1_000);
		const read = jest.fn(async ({ limit_offset }: IDataObject = {}) => {
			const from = fromOf(Number(limit_offset));
			return all.slice(from, from + 100);
		});
		expect(await readPages(list, undefined, read)).toEqual(all);
		expect(read.mock.calls.length).toBeLessThanOrEqual(requests);
	});

	test('ends once more than 1,000 rows are repeated if the service repeats two pages in turn', async () => {
		const { all } = service(200);
		const pages = [all.slice(100), all.slice(0, 100)];
		let requests = 0;
		const read = async () => pages[++requests % 2];
		expect(await readPages(list, undefined, read)).toEqual(all);
		expect(requests).toBe(2 + 11);
	});
});

describe('rows that move to a later page while a list is read', () => {
	const row = (id: number) => ({ id, name: `Name ${id % 3}`, more: { of: [id % 2] } });

	test('do not count towards the limit', async () => {
		const pages = ['012', '23', '45'].map((ids) => [...ids].map((id) => row(Number(id))));
		const found = await readPages(list, 5, async () => pages.shift() ?? []);
		expect(found).toEqual([0, 1, 2, 3, 4].map(row));
	});

	test('are returned once, in their latest form, if they changed and the list has a key', async () => {
		const keyed = { ...list, rowKeyFields: ['phone', 'd_sent'] };
		const sent = (phone: string, d_sent: string, status: string) => ({ phone, d_sent, status });
		const pages = [
			[sent('1', 'a', 'sent'), sent('1', 'b', 'sent'), sent('2', '', 'sent')],
			[sent('1', 'b', 'delivered'), sent('2', '', 'delivered'), sent('3', 'a', 'sent')],
		];
		const found = await readPages(keyed, undefined, async () => pages.shift() ?? []);
		const shown = found.map(({ phone, d_sent, status }) => `${phone}${d_sent} ${status}`);
		expect(shown.join(', ')).toBe('1a sent, 1b delivered, 2 sent, 2 delivered, 3a sent');
	});

	test('are returned twice if they changed and the list has no key, and so are equal rows of one page', async () => {
		const pages = [
			[row(1), row(1)],
			[{ ...row(1), more: { of: [5] } }, row(1), row(2), row(2)],
		];
		const found = await readPages(list, undefined, async () => pages.shift() ?? []);
		expect(found).toEqual([row(1), row(1), { ...row(1), more: { of: [5] } }, row(2), row(2)]);
	});
});

describe('a list with pages that grow', () => {
	test.each([
		[0, Infinity, '1000'],
		[7, Infinity, '1000 1000'],
		[1_000, Infinity, '1000 4000 4000'],
		[31_234, Infinity, '1000 4000 10000 10000 10000 10000 10000'],
		[345, 100, '1000 1000 1000 1000 1000 1000'],
	])(
		'of %i rows, of which the service returns %p at a time, is read in the pages %s',
		async (count, cap, sizes) => {
			const { all, pages, read } = service(count, cap);
			expect(await readPages(list, undefined, read, large)).toEqual(all);
			expect((pages as number[][]).map(([, rows]) => rows).join(' ')).toBe(sizes);
		},
	);

	test.each([
		[2_505, 1_000, '1000 4000 1000 1000 1000 1000'],
		[250, 100, '1000 100 100 100 100 100'],
		[150, 999, '1000 100 100 100 100'],
	])(
		'of %i rows is read in smaller pages if the service rejects more than %i: %s',
		async (count, most, sizes) => {
			const { all, pages, read } = service(count);
			const strict = async (page: IDataObject = {}) => {
				const rows = await read(page);
				if (Number(page.limit_rows) > most) throw rejected;
				return rows;
			};
			expect(await readPages(list, undefined, strict, large)).toEqual(all);
			expect((pages as number[][]).map(([, rows]) => rows).join(' ')).toBe(sizes);
		},
	);

	test.each([
		['a rejection', rejected, 2],
		['another error', new Error('No'), 1],
	])('fails with %s that smaller pages do not avoid', async (_, error, requests) => {
		const read = jest.fn(async () => await Promise.reject(error));
		await expect(readPages(list, undefined, read, large)).rejects.toBe(error);
		expect(read).toHaveBeenCalledTimes(requests);
	});

	test('ends with a page that the service marks as the last one', async () => {
		const { all, pages, read } = service(1_300);
		const isLast = (rows: number, requested: number) => rows === 310 && requested === 4_000;
		expect(await readPages(list, undefined, read, { ...large, isLastPage: isLast })).toEqual(
			all,
		);
		expect(pages).toHaveLength(2);
	});
});

describe('a list without an end', () => {
	const endless = async ({ limit_offset, limit_rows }: IDataObject = {}) =>
		Array.from({ length: Number(limit_rows) }, (_, n) => ({ id: Number(limit_offset) + n }));

	test('is an error after 1,000,000 recipients', async () => {
		let rows = 0;
		const counted = async (page: IDataObject = {}) => {
			const found = await endless(page);
			rows = Number(page.limit_offset) + found.length;
			return found;
		};
		await expect(readPages(list, undefined, counted, large)).rejects.toThrow(
			'The service returned more than 1,000,000 rows for one list. Turn off "Return All" and set "Limit".',
		);
		expect(rows).toBeGreaterThan(1_000_000);
		expect(rows).toBeLessThan(1_011_000);
	}, 30_000);

	test('is an error after 30,000 rows other than recipients, and not before', async () => {
		const others = { pageParametersIn: 'query' } as const;
		await expect(readPages(others, undefined, endless, large)).rejects.toThrow(
			'The service returned more than 30,000 rows for one list.',
		);
		const { read } = service(30_000);
		expect(await readPages(others, undefined, read, large)).toHaveLength(30_000);
		expect(await readPages({}, 50, async () => rowsOf(30_001))).toHaveLength(50);
	});

	test('is an error after 10,000 pages', async () => {
		const slow = async (page: IDataObject = {}) => await endless({ ...page, limit_rows: 1 });
		await expect(readPages(list, undefined, slow)).rejects.toThrow(
			'The service returned more than 10,000 pages for one list.',
		);
	});

	test('is read up to a limit', async () => {
		expect(await readPages(list, 1_234, endless)).toHaveLength(1_234);
	});
});

test.each([undefined, 3, 7])('a list without pages is requested once (limit %p)', async (limit) => {
	const { all, pages, read } = service(5);
	expect(await readPages({}, limit, read)).toEqual(all.slice(0, limit));
	expect(pages).toEqual([undefined]);
});

test.each([
	['query', { qs: { a: 1, limit_offset: 5 }, body: { b: 2 } }],
	['form', { qs: { a: 1 }, body: { b: 2, limit_offset: 5 } }],
	[undefined, { qs: { a: 1 }, body: { b: 2 } }],
] as const)(
	'a request of a page has its offset where the API documents it: %p',
	(pagesIn, placed) => {
		const request = { qs: { a: 1 }, body: { b: 2 } };
		expect(
			addPageParameters({ pageParametersIn: pagesIn }, request, { limit_offset: 5 }),
		).toEqual(placed);
		expect(addPageParameters({ pageParametersIn: pagesIn }, request)).toEqual(request);
		expect(addPageParameters({ pageParametersIn: 'form' }, {}, { limit_offset: 5 })).toEqual({
			body: { limit_offset: 5 },
		});
	},
);

/** Newest first, as the service lists them. */
const messages = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, n) => ({ message_id: 10_000 - n, message: 'Hello' }));
const idsOf = (rows: IDataObject[]) => rows.map(({ message_id }) => message_id);

test('a list that changes while it is read is returned without a missing or repeated row', async () => {
	const change = fc.record({
		added: fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 150 })),
		deleted: fc.array(fc.nat({ max: 10_000 }), { maxLength: 10 }),
	});
	const cases = fc.record({
		count: fc.nat({ max: 400 }),
		cap: fc.integer({ min: 12, max: 120 }),
		limit: fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined }),
		changes: fc.array(change, { maxLength: 6 }),
		rowKey: fc.constantFrom<string[]>(['message_id'], ['message_id', 'message']),
	});
	let newest = 10_000;
	await judgeCases(
		cases,
		{ changed: 0.3 },
		async ({ count, cap, limit, changes, rowKey }) => {
			const all = messages(count);
			const rows = [...all];
			const gone = new Set<unknown>();
			const read: ReadPage = async ({ limit_offset, limit_rows } = {}) => {
				const from = Number(limit_offset);
				const page = rows.slice(from, from + Math.min(cap, Number(limit_rows)));
				const { added, deleted } = changes.shift() ?? { added: 0, deleted: [] };
				// As many as two pages have in common.
				for (const place of deleted.slice(0, Math.floor(Math.min(cap, 100) / 10))) {
					const [row] = rows.splice(place % (rows.length + 1), 1);
					gone.add(row?.message_id);
				}
				for (let n = 0; n < added; n++) {
					rows.unshift({ message_id: ++newest, message: 'New' });
				}
				return page;
			};
			const found = await readPages(
				{ pageParametersIn: 'query', rowKeyFields: rowKey },
				limit,
				read,
			);
			const old = idsOf(found).filter((id) => Number(id) <= 10_000);
			if (rowKey.length === 1) expect(new Set(idsOf(found)).size).toBe(found.length);
			// With a limit, only the rows before the last found row count.
			const isWhole = found.length < (limit ?? Infinity);
			const until = isWhole ? 0 : Number(old.at(-1) ?? Infinity);
			const present = idsOf(all).filter((id) => Number(id) >= until && !gone.has(id));
			expect(present.filter((id) => !old.includes(id))).toEqual([]);
			return old.length > 0 && gone.size > 0 ? 'changed' : undefined;
		},
		{ numRuns: 150 },
	);
});
