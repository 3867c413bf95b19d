import type { IDataObject } from 'n8n-workflow';
import { readPages } from '../../nodes/shared/http/readPages';

/** A service with so many records, which notes the pages that it is asked for. */
function service(count: number) {
	const all: IDataObject[] = Array.from({ length: count }, (_, id) => ({ id }));
	const pages: unknown[] = [];
	const read = async (page?: IDataObject) => {
		pages.push(page && [page.limit_offset, page.limit_rows]);
		const from = Number(page?.limit_offset ?? 0);
		return all.slice(from, from + Number(page?.limit_rows ?? Infinity));
	};
	return { all, pages, read };
}

test.each<[count: number, limit: number | undefined, pages: Array<[number, number]>]>([
	[0, undefined, [[0, 100]]],
	[99, undefined, [[0, 100]]],
	[
		100,
		undefined,
		[
			[0, 100],
			[100, 100],
		],
	],
	[
		250,
		undefined,
		[
			[0, 100],
			[100, 100],
			[200, 100],
		],
	],
	[250, 30, [[0, 30]]],
	[250, 100, [[0, 100]]],
	[
		250,
		150,
		[
			[0, 100],
			[100, 50],
		],
	],
	[20, 30, [[0, 30]]],
])('%i records, at most %p: the pages %j', async (count, limit, asked) => {
	const { all, pages, read } = service(count);
	expect(await readPages({ pagesIn: 'query' }, limit, read)).toEqual(all.slice(0, limit));
	expect(pages).toEqual(asked);
});

test.each([undefined, 3, 7])(
	'a list without pages is asked for once (at most %p)',
	async (limit) => {
		const { all, pages, read } = service(5);
		expect(await readPages({}, limit, read)).toEqual(all.slice(0, limit));
		expect(pages).toEqual([undefined]);
	},
);

test('a service that gives the same page again is not asked for ever', async () => {
	let asked = 0;
	const page = service(100).all;
	const read = async () => {
		asked++;
		return page;
	};
	expect(await readPages({ pagesIn: 'form' }, undefined, read)).toEqual(page);
	expect(asked).toBe(2);
});

test('a service that gives more than was asked for: the rest is cut off', async () => {
	const { all } = service(120);
	expect(await readPages({ pagesIn: 'query' }, 10, async () => all)).toEqual(all.slice(0, 10));
});
