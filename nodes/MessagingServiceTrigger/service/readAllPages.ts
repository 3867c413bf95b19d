import type { IDataObject } from 'n8n-workflow';
import { isRefusal } from './refusal';

/** Rows asked for first, at most once full pages come, and of a service that refuses so many. */
const ROWS = 1_000;
const MOST_ROWS = 10_000;
const FEWER_ROWS = 100;

type ReadPage = (page: IDataObject) => Promise<IDataObject[]>;

/**
 * Reads a big list to its end. The service documents no largest page, so a short page may be the end
 * or the most that it hands out. Such a most is a round number: another number is the end.
 */
export async function readAllPages(read: ReadPage): Promise<IDataObject[]> {
	const entries: IDataObject[] = [];
	let rows = ROWS;
	let most = MOST_ROWS;
	let before = '';
	for (;;) {
		const page = await readPage(read, entries.length, rows).catch((error: unknown) => error);
		if (!Array.isArray(page)) {
			if (rows === FEWER_ROWS || !isRefusal(page)) throw page;
			most = rows > ROWS ? ROWS : FEWER_ROWS;
			rows = most;
			continue;
		}
		const now = page.length > 0 ? JSON.stringify([page[0], page[page.length - 1]]) : '';
		// The same page again: the service does not page this list, and what it has is read.
		if (now === '' || now === before) return entries;
		before = now;
		for (const entry of page as IDataObject[]) entries.push(entry);
		if (page.length < rows && page.length % 10 > 0) return entries;
		if (page.length >= rows) rows = Math.min(rows * 4, most);
	}
}

const readPage = async (read: ReadPage, offset: number, rows: number) =>
	await read({ limit_offset: offset, limit_rows: rows });
