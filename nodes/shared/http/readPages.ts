import type { IDataObject } from 'n8n-workflow';
import type { Endpoint } from '../api/endpoint';

/** Rows asked for at a time: the service's documented default page. */
const PAGE = 100;

/** Where the API documents `limit_offset` and `limit_rows` of a list that the service pages. */
type ReadPage = (page?: IDataObject) => Promise<IDataObject[]>;

/**
 * Reads a list to its end, or to `limit` records.
 *
 * @param limit at most so many records; undefined for all
 * @param read one request; given the page's parameters when the service pages this list itself
 */
export async function readPages(
	operation: Pick<Endpoint, 'pagesIn'>,
	limit: number | undefined,
	read: ReadPage,
): Promise<IDataObject[]> {
	if (!operation.pagesIn) return (await read()).slice(0, limit);
	const records: IDataObject[] = [];
	let before = '';
	for (;;) {
		const missing = limit === undefined ? PAGE : limit - records.length;
		const rows = Math.min(PAGE, missing);
		const page = await read({ limit_offset: records.length, limit_rows: rows });
		const now = JSON.stringify(page);
		// The same page again: the service does not page this list, and what it has is read.
		if (now === before) return records;
		before = now;
		for (const record of page) records.push(record);
		if (page.length < rows || records.length >= (limit ?? Infinity)) {
			return records.slice(0, limit);
		}
	}
}
