import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { NodeName } from '../support/engine/nodeTypes';
import type { InputItem } from '../support/engine/runNode';

/** A file as it has to arrive; `value` holds its bytes as Latin 1 text. */
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
	/** The whole request object as JSON, the token in it. */
	json?: IDataObject;
	answer: unknown;
}

export interface Behaviour {
	title: string;
	/** As a person fills them in; resource and operation are added. */
	parameters: INodeParameters;
	items?: InputItem[];
	timezone?: string;
	followedBy?: string;
	sends: Exchange[];
	output: IDataObject[];
	/** Input items of each output item; all of item 0 when left out. */
	pairs?: number[][];
	/** Items share requests, so the row isn't repeated with two items. */
	wholeInput?: boolean;
}

export interface ContractRow extends Behaviour {
	node: NodeName;
	resource: string;
	operation: string;
}

/** The rows of one operation. */
export const rows = (
	node: NodeName,
	resource: string,
	operation: string,
	...behaviours: Behaviour[]
): ContractRow[] => behaviours.map((behaviour) => ({ node, resource, operation, ...behaviour }));

export const byId = (value: string | number) => ({ __rl: true as const, mode: 'id', value });
export const fromList = (value: string, cachedResultName: string) => ({
	__rl: true as const,
	mode: 'list',
	value,
	cachedResultName,
});

export const input = (...json: IDataObject[]): InputItem[] => json.map((one) => ({ json: one }));

/** The item of a batch request: the service's record, and for whom of the input items it was. */
export const outcome = (record: IDataObject, recipients: number, items = recipients) => ({
	...record,
	recipients,
	indexes: items === 1 ? '0' : `0-${items - 1}`,
});

export const PHONE = '380501234567';
export const OTHER_PHONE = '380671112233';

const records = (from: number, count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ id: from + index }));

interface Listing {
	/** Parameters and query besides the paging ones. */
	parameters?: INodeParameters;
	fixed?: { query?: Record<string, string>; form?: Record<string, string> };
	wrap: (found: IDataObject[]) => unknown;
}

/** The rows of a list that the service pages itself by `limit_offset` and `limit_rows`. */
export function pagedBehaviours(place: 'query' | 'form', listing: Listing): Behaviour[] {
	const page = (offset: number, asked: number, found: number): Exchange => {
		const limits = { limit_offset: String(offset), limit_rows: String(asked) };
		const { fixed } = listing;
		return {
			...fixed,
			[place]: { ...fixed?.[place], ...limits },
			answer: listing.wrap(records(offset, found)),
		};
	};
	const { parameters } = listing;
	return [
		{
			title: 'the first 50 without further settings',
			parameters: { ...parameters },
			sends: [page(0, 50, 50)],
			output: records(0, 50),
		},
		{
			title: 'a limit that one page holds',
			parameters: { ...parameters, limit: 2 },
			sends: [page(0, 2, 2)],
			output: records(0, 2),
		},
		{
			title: 'a limit over several pages',
			parameters: { ...parameters, limit: 230 },
			// Each page repeats ten rows of the one before.
			sends: [page(0, 100, 100), page(90, 100, 100), page(180, 100, 100)],
			output: records(0, 230),
		},
		{
			title: 'a limit above what there is',
			parameters: { ...parameters, limit: 500 },
			sends: [page(0, 100, 100), page(90, 100, 17), page(106, 100, 1), page(107, 100, 0)],
			output: records(0, 107),
		},
		{
			title: 'all, up to an empty page',
			parameters: { ...parameters, returnAll: true },
			sends: [page(0, 100, 100), page(90, 100, 13), page(102, 100, 1), page(103, 100, 0)],
			output: records(0, 103),
		},
		{
			title: 'all of exactly one page',
			parameters: { ...parameters, returnAll: true },
			sends: [page(0, 100, 100), page(90, 100, 10), page(100, 100, 0)],
			output: records(0, 100),
		},
		{
			title: 'more than asked for is cut',
			parameters: { ...parameters, limit: 2 },
			sends: [page(0, 2, 5)],
			output: records(0, 2),
		},
	];
}

/** The rows of a list that the service always sends whole, so that a limit cuts it here. */
export function wholeBehaviours(listing: Listing): Behaviour[] {
	const all = (found: number): Exchange => ({
		...listing.fixed,
		answer: listing.wrap(records(1, found)),
	});
	const { parameters } = listing;
	return [
		{
			title: 'the first 50 without further settings',
			parameters: { ...parameters },
			sends: [all(60)],
			output: records(1, 50),
		},
		{
			title: 'a limit',
			parameters: { ...parameters, limit: 2 },
			sends: [all(3)],
			output: records(1, 2),
		},
		{
			title: 'all',
			parameters: { ...parameters, returnAll: true },
			sends: [all(60)],
			output: records(1, 60),
		},
	];
}
