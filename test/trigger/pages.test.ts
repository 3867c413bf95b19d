import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import { readAllPages } from '../../nodes/MessagingServiceTrigger/service/readAllPages';

const node = { id: '1', name: 'T', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const refused = new NodeApiError(node as never, {}, { message: 'limit_rows', httpCode: '400' });
const people = (count: number) => Array.from({ length: count }, (_, index) => ({ phone: index }));

/** A service that hands out at most `most` rows, and counts its requests. */
function service(count: number, most: number) {
	const all: IDataObject[] = people(count);
	const requests: IDataObject[] = [];
	const read = async (page: IDataObject) => {
		requests.push(page);
		const offset = Number(page.limit_offset);
		return all.slice(offset, offset + Math.min(most, Number(page.limit_rows)));
	};
	return { all, requests, read };
}

test.each([
	[0, 1_000, 1],
	[7, 1_000, 1],
	[10, 1_000, 2],
	[999, 1_000, 1],
	[1_000, 1_000, 2],
	[2_345, 1_000, 3],
	[31_234, 50_000, 5],
	[345, 100, 4],
	[300, 100, 4],
	[123, 50, 3],
	[31, 10, 4],
])('%i entries, at most %i a page: all are read', async (count, most, requests) => {
	const { all, read, ...made } = service(count, most);
	expect(await readAllPages(read)).toEqual(all);
	expect(made.requests).toHaveLength(requests);
});

test('a service that does not page the list is not asked for ever', async () => {
	let requests = 0;
	const read = async () => {
		requests++;
		return people(20);
	};
	expect(await readAllPages(read)).toEqual(people(20));
	expect(requests).toBe(2);
});

test('a service that refuses so many rows is asked for fewer', async () => {
	const { all, requests, read } = service(250, 1_000);
	const strict = async (page: IDataObject) => {
		if (Number(page.limit_rows) > 100) throw refused;
		return await read(page);
	};
	expect(await readAllPages(strict)).toEqual(all);
	expect(requests.map((page) => page.limit_rows)).toEqual([100, 100, 100, 100]);
});

test('a service that refuses larger pages is read with those that it gave', async () => {
	const { all, requests, read } = service(2_505, 1_000);
	const strict = async (page: IDataObject) => {
		if (Number(page.limit_rows) > 1_000) throw refused;
		return await read(page);
	};
	expect(await readAllPages(strict)).toEqual(all);
	expect(requests.map((page) => page.limit_rows)).toEqual([1_000, 1_000, 1_000]);
});

test('a page that cannot be read fails the list', async () => {
	await expect(readAllPages(async () => Promise.reject(refused))).rejects.toBe(refused);
});
