import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { NodeName } from '../support/engine/nodeTypes';
import type { InputItem } from '../support/engine/runNode';

/** An expected file. `value` contains its bytes as Latin 1. */
export interface SentFile {
	value: string;
	fileName: string;
	contentType: string;
}

/**
 * An expected request, and its response. The API table has its method, path and token by the
 * operation's name.
 */
export interface Exchange {
	query?: Record<string, string>;
	form?: Record<string, string>;
	/** Sent as a multipart form. */
	files?: Record<string, SentFile>;
	/** The JSON body without the token. The query also contains it if the URL is short enough. */
	json?: IDataObject;
	answer: unknown;
}

export interface ContractRow {
	node: NodeName;
	resource: string;
	operation: string;
	title: string;
	/** Parameters as a user enters them, without resource and operation. */
	parameters: INodeParameters;
	items?: InputItem[];
	timezone?: string;
	followedBy?: string;
	sends: Exchange[];
	output: IDataObject[];
	/** Indexes of the input items of each output item; default 0. */
	pairs?: number[][];
	/** True if items share requests. Tests with two items skip such a row. */
	wholeInput?: boolean;
}

type More = Partial<Omit<ContractRow, 'title' | 'parameters' | 'sends'>>;
type Request = Partial<Exchange>;
export type MakeRow = (
	title: string,
	parameters: IDataObject,
	sends: Request | Request[],
	more?: More,
) => ContractRow;

/** Returns the records of a response, with or without an envelope. */
function recordsIn(answer: unknown): IDataObject[] {
	const { result = answer, data = result } = answer as IDataObject;
	return [data as IDataObject].flat();
}

/**
 * Returns a function that makes the rows of an operation. By default, the service responds with
 * `answer`, and the output is the records of the response.
 */
export const rowsOf =
	(
		[node, resource, operation]: [node: NodeName, resource: string, operation: string],
		answer?: unknown,
		common: More = {},
	): MakeRow =>
	(title, parameters, requests, more) => {
		const sends = [requests].flat().map((request) => ({ answer, ...request }));
		const output = recordsIn(sends[0].answer);
		const filled = parameters as INodeParameters;
		return {
			...{ node, resource, operation, title, parameters: filled, sends, output },
			...{ ...common, ...more },
		};
	};

/** The envelope of most responses. */
export const ok = (result: unknown) => ({ status: 'OK', result });

export const byId = (value: string | number) => ({ __rl: true as const, mode: 'id', value });
export const fromList = (value: string, cachedResultName: string) => ({
	...{ __rl: true as const, mode: 'list', value, cachedResultName },
});

export const input = (...json: IDataObject[]): InputItem[] => json.map((one) => ({ json: one }));

/**
 * Returns items that one request sends, and the output item: the service's record and the
 * recipient.
 */
export const inOneRequest = (record: IDataObject, ...json: IDataObject[]): More => ({
	items: input(...json),
	output: [
		{
			...{ ...record, recipients: json.length },
			indexes: json.length === 1 ? '0' : `0-${json.length - 1}`,
		},
	],
	pairs: [json.map((_, index) => index)],
	wholeInput: true,
});

export const PHONE = '380501234567';
export const OTHER_PHONE = '380671112233';

const records = (from: number, count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ id: from + index }));

/** A list: its parameters and its request without paging, and the envelope of its records. */
interface Listing {
	parameters?: INodeParameters;
	fixed?: { query?: Record<string, string>; form?: Record<string, string> };
	wrap?: (found: IDataObject[]) => unknown;
}

/** Returns rows of a list that the service returns in pages (`limit_offset` and `limit_rows`). */
export function pagedRows(
	row: MakeRow,
	place: 'query' | 'form',
	{ parameters, fixed, wrap = ok }: Listing,
): ContractRow[] {
	/**
	 * Page sizes, the number of rows by offset, and the number of returned rows. Each page repeats
	 * ten rows of the previous page.
	 */
	const cases: Array<[string, IDataObject, number, Record<number, number>, number]> = [
		['the first 50 without further settings', {}, 50, { 0: 50 }, 50],
		['a limit that one page holds', { limit: 2 }, 2, { 0: 2 }, 2],
		['a limit over several pages', { limit: 230 }, 100, { 0: 100, 90: 100, 180: 100 }, 230],
		[
			'a limit above what there is',
			{ limit: 500 },
			100,
			{ 0: 100, 90: 17, 106: 1, 107: 0 },
			107,
		],
		[
			'all, up to an empty page',
			{ returnAll: true },
			100,
			{ 0: 100, 90: 13, 102: 1, 103: 0 },
			103,
		],
		['all of exactly one page', { returnAll: true }, 100, { 0: 100, 90: 10, 100: 0 }, 100],
		['more than asked for is cut', { limit: 2 }, 2, { 0: 5 }, 2],
	];
	return cases.map(([title, settings, asked, pages, count]) => {
		const sends = Object.entries(pages).map(([offset, found]) => ({
			...fixed,
			[place]: { ...fixed?.[place], limit_offset: offset, limit_rows: String(asked) },
			answer: wrap(records(Number(offset), found)),
		}));
		return row(title, { ...parameters, ...settings }, sends, { output: records(0, count) });
	});
}

/** Returns rows of a list without pages, which the step cuts to the limit. */
export function wholeRows(
	row: MakeRow,
	{ parameters, fixed, wrap = ok }: Listing = {},
): ContractRow[] {
	const cases: Array<[string, IDataObject, found: number, count: number]> = [
		['the first 50 without further settings', {}, 60, 50],
		['a limit', { limit: 2 }, 3, 2],
		['all', { returnAll: true }, 60, 60],
	];
	return cases.map(([title, settings, found, count]) =>
		row(
			title,
			{ ...parameters, ...settings },
			{ ...fixed, answer: wrap(records(1, found)) },
			{ output: records(1, count) },
		),
	);
}
