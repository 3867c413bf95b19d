import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import type { Endpoint } from '../api/endpoint';
import { statusOf } from '../errors/problem';
import type { PagesRead } from '../response/size';
import type { Request } from './httpOptions';
import { UniqueRows } from './uniqueRows';

/** Rows requested at a time: the documented default of the service. */
export const PAGE_SIZE = 100;
/** How many times larger the page after a full one is, up to `maxPageSize`. */
const GROWTH = 4;
/** Rows that a page repeats of the one before: so many may be deleted meanwhile and no row is skipped. */
const OVERLAP = 10;
/** Pages of the same known rows, and of other known rows, after which a list may have ended. */
const SAME_PAGES = 2;
const KNOWN_PAGES = 10;
const MAX_ROWS = 1_000_000;
const MAX_PAGES = 10_000;

/**
 * Sends one request, with `limit_offset` and `limit_rows` if the service pages this list. All pages
 * together have the limits of one list.
 */
export type ReadPage = (page?: IDataObject, pages?: PagesRead) => Promise<IDataObject[]>;

export interface PageOptions {
	/** Rows of the first page; 100 by default. */
	pageSize?: number;
	/** Rows of a page at most; by default the size of the first page. */
	maxPageSize?: number;
	/** Whether the service may have rejected a page for its size. Then smaller ones are requested. */
	isRejected?: (error: unknown) => boolean;
	/** Whether a page is known to be the last one by its number of rows. */
	isLast?: (rows: number, requested: number) => boolean;
}

/**
 * Reads a list to its end, or to `limit` rows. The end is a page that is empty, or that the service
 * does not find after others (406), or from which on the service repeats itself.
 * A short page is not the end, because the service may return fewer rows at a time than requested.
 * Nor is a page of known rows, because rows that are added in front move the others to later pages.
 *
 * @param limit maximum number of rows; undefined for all
 * @throws UserError if the list has more than 1,000,000 rows or 10,000 pages
 */
export async function readPages(
	{ pagesIn, rowKey }: Pick<Endpoint, 'pagesIn' | 'rowKey'>,
	limit = Infinity,
	read: ReadPage,
	options: PageOptions = {},
): Promise<IDataObject[]> {
	if (!pagesIn) return (await read()).slice(0, limit);
	const { pageSize = PAGE_SIZE, isRejected, isLast } = options;
	const list = new UniqueRows(rowKey);
	let size = pageSize;
	let maxSize = options.maxPageSize ?? pageSize;
	const pagesRead: PagesRead = {};
	const repetition = new Repetition();
	let offset = 0;
	let repeated = 0;
	for (let pages = 1; ; pages++) {
		// With a limit, later pages are whole ones too, for rows that were added take their place.
		const requested = offset > 0 ? size : Math.min(size, limit);
		const position = { limit_offset: offset, limit_rows: requested };
		const page = await read(position, pagesRead).catch((error: unknown) => error);
		if (!isRows(page)) {
			if (offset > 0 && statusOf(page) === 406) return list.rows;
			if (requested <= PAGE_SIZE || !isRejected?.(page)) throw page;
			size = maxSize = requested > pageSize ? pageSize : PAGE_SIZE;
			continue;
		}
		const isNew = list.add(page);
		if (page.length === 0 || list.rows.length >= limit) return list.rows.slice(0, limit);
		if (isLast?.(page.length, requested)) return list.rows;
		// A page of the repeated rows alone is what follows the last one.
		const isKnown = !isNew && page.length > repeated;
		if (isNew) repetition.reset(list.end);
		else if (isKnown && repetition.isEnd(offset, page.length, list)) return list.rows;
		if (list.rows.length > MAX_ROWS) throw endless(`${MAX_ROWS.toLocaleString('en')} rows`);
		if (pages > MAX_PAGES) throw endless(`${MAX_PAGES.toLocaleString('en')} pages`);
		repeated = page.length > OVERLAP ? Math.min(Math.floor(page.length / 10), OVERLAP) : 0;
		offset += page.length - repeated;
		if (page.length >= requested) size = Math.min(size * GROWTH, maxSize);
	}
}

/** Recognizes a service that ignores the offset, or that returns pages again after the last one. */
class Repetition {
	/** Pages of known rows since the last new row, those of the same rows, and where they begin. */
	private known = 0;
	private same = 0;
	private from = 0;
	private end = 0;

	/** After a page with a new row. */
	reset(end: number): void {
		this.known = this.same = 0;
		this.end = end;
	}

	/** After a page of known rows. A list cannot have more of them than it has rows. */
	isEnd(offset: number, length: number, list: UniqueRows): boolean {
		if (this.known++ === 0) this.from = offset;
		this.same = list.end === this.end ? this.same + 1 : 0;
		this.end = list.end;
		if (this.same >= SAME_PAGES) return true;
		return this.known > KNOWN_PAGES && offset + length - this.from > list.rows.length;
	}
}

/** The same request for a page of its list, if the service pages that. */
export function withPage<Part extends Pick<Request, 'qs' | 'body'>>(
	{ pagesIn }: Pick<Endpoint, 'pagesIn'>,
	request: Part,
	page?: IDataObject,
): Part {
	if (!pagesIn) return request;
	const place = pagesIn === 'form' ? 'body' : 'qs';
	return { ...request, [place]: { ...request[place], ...page } };
}

const isRows = (page: unknown): page is IDataObject[] => Array.isArray(page);

const endless = (bound: string) =>
	new UserError(
		`The service returned more than ${bound} for one list. Turn off "Return All" and set "Limit". If the list should be shorter, contact the service.`,
	);
