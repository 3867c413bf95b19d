import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { NodeName } from '../support/engine/nodeTypes';
import type { InputItem } from '../support/engine/runNode';

/** The expected file; `value` holds its bytes as Latin-1 text. */
export interface SentFile {
	value: string;
	fileName: string;
	contentType: string;
}

/**
 * One request as it has to arrive, and what the service answers. Method, path and the token's place
 * are not here: they come from `apiTable`, by the operation's name.
 */
export interface Exchange {
	query?: Record<string, string>;
	form?: Record<string, string>;
	/** Makes the form a multipart one. */
	files?: Record<string, SentFile>;
	/** The request object as JSON without the token. It is also in the query, if the URL has room. */
	json?: IDataObject;
	answer: unknown;
}

export interface ContractRow {
	node: NodeName;
	resource: string;
	operation: string;
	title: string;
	/** The parameters as a user enters them; resource and operation are added. */
	parameters: INodeParameters;
	items?: InputItem[];
	timezone?: string;
	followedBy?: string;
	sends: Exchange[];
	output: IDataObject[];
	/** The input items of each output item; item 0 by default. */
	pairs?: number[][];
	/** Items share requests, so the row isn't repeated with two items. */
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

/** The records of a response, which may be in an envelope. */
function recordsIn(answer: unknown): IDataObject[] {
	const { result = answer, data = result } = answer as IDataObject;
	return [data as IDataObject].flat();
}

/** Makes the rows of one operation. The service answers `answer`, and its records are the output, unless a row says otherwise. */
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

/** Items that are sent in one request, and the output item: the service's record and the recipient. */
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

/** Parameters and request of a list besides those of its pages, and the envelope of its records. */
interface Listing {
	parameters?: INodeParameters;
	fixed?: { query?: Record<string, string>; form?: Record<string, string> };
	wrap?: (found: IDataObject[]) => unknown;
}

/** The rows of a list that the service pages itself by `limit_offset` and `limit_rows`. */
export function pagedRows(
	row: MakeRow,
	place: 'query' | 'form',
	{ parameters, fixed, wrap = ok }: Listing,
): ContractRow[] {
	/** The rows that each page asks for, how many are found behind each offset, and how many are returned. Each page repeats ten rows of the previous one. */
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

/** The rows of a list without pages, which the step cuts to the limit. */
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
