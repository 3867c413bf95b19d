import { type IDataObject, UserError } from 'n8n-workflow';
import type { Endpoint } from '../api/endpoint';
import { httpStatusOf } from '../errors/problem';
import type { ListSizeSoFar } from '../response/readBody';
import { isBlank } from '../values/formats';
import type { Request } from './httpOptions';

/** Rows per page, unless the caller chooses another size or needs fewer rows. */
const DEFAULT_PAGE_SIZE = 100;
/** After each full page, the page size is multiplied by this factor, up to `maxPageSize`. */
const PAGE_GROWTH_FACTOR = 4;
/**
 * Max rows of a page that the next request repeats, so that no row is skipped if earlier rows are
 * deleted between the requests.
 */
const MAX_OVERLAP_ROWS = 10;
/** A list ends after this many successive pages with the same rows. */
const REPEATED_PAGES_ENDING_LIST = 2;
/**
 * A list ends if the service repeats more rows in succession than this, and more than the list has.
 */
const MIN_REPEATED_ROWS_LIMIT = 1_000;
/** Max rows of a list of recipients. n8n makes an item of each row. */
const MAX_RECIPIENT_ROWS = 1_000_000;
const MAX_ROWS = 30_000;
const MAX_PAGES = 10_000;

/** @param page `limit_offset` and `limit_rows`; undefined if the list has no pages */
export type ReadPage = (
	page?: IDataObject,
	listSizeSoFar?: ListSizeSoFar,
) => Promise<IDataObject[]>;

export interface PageOptions {
	/** Default: 100. */
	firstPageSize?: number;
	/** Default: the size of the first page. */
	maxPageSize?: number;
	isTooLargeError?: (error: unknown) => boolean;
	isLastPage?: (rows: number, requested: number) => boolean;
}

/**
 * Reads a list to its end, or up to `limit` rows. The list ends with an empty page, with HTTP status 406 after
 * the first page, or when the service repeats itself. A short page is not the end, because the service may
 * return fewer rows than requested. A page without new rows is not the end either, because rows that are added
 * at the start move other rows to later pages.
 *
 * @throws UserError for more than 30,000 rows, a million recipients or 10,000 pages
 */
export async function readPages(
	{
		pageParametersIn,
		rowKeyFields,
		statusIsOf,
	}: Pick<Endpoint, 'pageParametersIn' | 'rowKeyFields' | 'statusIsOf'>,
	limit = Infinity,
	read: ReadPage,
	options: PageOptions = {},
): Promise<IDataObject[]> {
	const maxRows = statusIsOf === 'recipient' ? MAX_RECIPIENT_ROWS : MAX_ROWS;
	if (!pageParametersIn) return limitRowsOrThrow(await read(), limit, maxRows);
	const { firstPageSize = DEFAULT_PAGE_SIZE, isTooLargeError, isLastPage } = options;
	const list = new UniqueRows(rowKeyFields);
	let size = firstPageSize;
	let maxSize = options.maxPageSize ?? firstPageSize;
	const listSizeSoFar: ListSizeSoFar = { bytes: 0, values: 0 };
	for (let offset = 0, pages = 1; ; pages++) {
		// `limit` applies only to the first request, because later pages repeat rows that do not
		// count toward `limit`.
		const requested = offset > 0 ? size : Math.min(size, limit);
		const position = { limit_offset: offset, limit_rows: requested };
		const page = await read(position, listSizeSoFar).catch((error: unknown) => error);
		if (!isRowList(page)) {
			if (offset > 0 && httpStatusOf(page) === 406) return list.rows;
			if (requested <= DEFAULT_PAGE_SIZE || !isTooLargeError?.(page)) throw page;
			size = maxSize = requested > firstPageSize ? firstPageSize : DEFAULT_PAGE_SIZE;
			continue;
		}
		list.mergePage(page);
		const isEnd = page.length === 0 || isLastPage?.(page.length, requested) || list.isRepeating;
		if (isEnd || list.rows.length >= Math.min(limit, maxRows + 1)) {
			return limitRowsOrThrow(list.rows, limit, maxRows);
		}
		if (pages > MAX_PAGES) throw tooLongListError(`${MAX_PAGES.toLocaleString('en')} pages`);
		offset += page.length - chooseOverlapRows(page.length);
		if (page.length >= requested) size = Math.min(size * PAGE_GROWTH_FACTOR, maxSize);
	}
}

const chooseOverlapRows = (rows: number): number =>
	rows > MAX_OVERLAP_ROWS ? Math.min(Math.floor(rows / 10), MAX_OVERLAP_ROWS) : 0;

function limitRowsOrThrow(rows: IDataObject[], limit: number, maxRows: number): IDataObject[] {
	if (Math.min(rows.length, limit) <= maxRows) return rows.slice(0, limit);
	throw tooLongListError(`${maxRows.toLocaleString('en')} rows`);
}

/**
 * The rows of a list without repetitions. If the list changes while it is read, a later page may repeat a row.
 * The latest version of the row is kept.
 */
class UniqueRows {
	readonly rows: IDataObject[] = [];
	private readonly indexByIdentity = new Map<string, number>();
	private lastRowEnd = 0;
	/** Number of rows since the last page with a new row. */
	private repeatedRowCount = 0;
	/** Number of successive pages that had no new row and ended with the same row. */
	private repeatedPageCount = 0;

	/** @param key fields that identify a row; if a row lacks such a field, all its fields identify the row */
	constructor(private readonly key: string[] = []) {}

	/** A row that occurs twice on the same page is kept twice. */
	mergePage(page: IDataObject[]): void {
		const { lastRowEnd, rows } = this;
		const previousCount = rows.length;
		if (this.indexByIdentity.size === 0)
			rows.forEach((row, index) => this.findOrAddIndex(row, index));
		for (const row of page) {
			const index = previousCount === 0 ? 0 : this.findOrAddIndex(row, rows.length);
			if (index >= previousCount) {
				this.lastRowEnd = rows.push(row);
			} else {
				rows[index] = row;
				this.lastRowEnd = index + 1;
			}
		}
		const isNew = rows.length > previousCount;
		this.repeatedRowCount = isNew ? 0 : this.repeatedRowCount + page.length;
		this.repeatedPageCount =
			!isNew && this.lastRowEnd === lastRowEnd ? this.repeatedPageCount + 1 : 0;
	}

	/** Reports whether the service ignores the offset, or starts again after the last page. */
	get isRepeating(): boolean {
		return (
			this.repeatedPageCount >= REPEATED_PAGES_ENDING_LIST ||
			this.repeatedRowCount > Math.max(this.rows.length, MIN_REPEATED_ROWS_LIMIT)
		);
	}

	/** Returns the index of a row. A new row gets the index `next`. */
	private findOrAddIndex(row: IDataObject, next: number): number {
		const identity = this.identityOf(row);
		const index = this.indexByIdentity.get(identity);
		if (index === undefined) this.indexByIdentity.set(identity, next);
		return index ?? next;
	}

	private identityOf(row: IDataObject): string {
		const { key } = this;
		const hasKey = key.length > 0 && !key.some((name) => isBlank(row[name]));
		return JSON.stringify(hasKey ? key.map((name) => row[name]) : row);
	}
}

export function addPageParameters<Part extends Pick<Request, 'qs' | 'body'>>(
	{ pageParametersIn }: Pick<Endpoint, 'pageParametersIn'>,
	request: Part,
	page?: IDataObject,
): Part {
	if (!pageParametersIn) return request;
	const part = pageParametersIn === 'form' ? 'body' : 'qs';
	return { ...request, [part]: { ...request[part], ...page } };
}

const isRowList = (page: unknown): page is IDataObject[] => Array.isArray(page);

const tooLongListError = (bound: string) =>
	new UserError(
		`The service returned more than ${bound} for one list. Turn off "Return All" and set "Limit". If the list is in fact shorter, contact the service.`,
	);
