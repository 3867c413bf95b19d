import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { readPages } from '../../nodes/shared/http/readPages';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';

/** What happens to a list after a page was read of it. */
export type Change = (rows: IDataObject[], pages: number) => unknown;
export type ReadRows = Parameters<typeof readPages>[2];

export const listOf = (...rowKey: string[]) => ({ pagesIn: 'query' as const, rowKey });

/** Reads a list of which the service returns at most `cap` rows at a time while it changes. */
export function changing(rows: IDataObject[], change: Change = () => {}, cap = Infinity): ReadRows {
	let pages = 0;
	return async ({ limit_offset, limit_rows } = {}) => {
		const from = Number(limit_offset);
		const page = rows.slice(from, from + Math.min(cap, Number(limit_rows)));
		change(rows, ++pages);
		return page;
	};
}

/** The items of the SMS node for such a list. */
export async function itemsOf(parameters: INodeParameters, rows: IDataObject[], change?: Change) {
	const read = changing(rows, change);
	const service = new Service(async ({ query }) => ({
		body: { result: await read(Object.fromEntries(query)) },
	}));
	const output = await runNode({
		node: 'messagingServiceSms',
		parameters: { resource: 'message', ...parameters },
	}).finally(() => service.close());
	if (output.error) throw output.error;
	return output.items.map(({ json }) => json);
}
