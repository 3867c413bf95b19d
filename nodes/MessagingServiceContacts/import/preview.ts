import type { INodeExecutionData } from 'n8n-workflow';
import { allRanges } from '../../shared/errors/itemRanges';
import { dryRunItem, itemIndexes } from '../../shared/out/items';
import type { Run } from '../../shared/run/operation';
import type { ImportRequest } from './planRequests';

const MAX_CONTACTS = 100;

/**
 * Describes what an import would send. Each input item is listed as a contact, as merged into a later item, or
 * as rejected.
 */
export function preview(run: Run, requests: ImportRequest[]): INodeExecutionData {
	const rows = requests.flatMap((request) => request.rows);
	const merged = rows.flatMap(({ entries }) => {
		const [last, ...others] = itemIndexes(entries).reverse();
		return others.map((index) => ({ index, reason: `merged into item ${last}` }));
	});
	return dryRunItem(run, {
		recipients: rows.length,
		contacts: rows.slice(0, MAX_CONTACTS).map(({ entries, listId, values }) => ({
			index: entries.at(-1)?.item,
			list_id: listId,
			...Object.fromEntries(values),
		})),
		requests: requests.map(({ rows: contacts, names, entries }) => ({
			recipients: contacts.length,
			list_id: contacts[0].listId,
			columns: names,
			indexes: allRanges(itemIndexes(entries)),
		})),
		left_out: merged.sort((a, b) => a.index - b.index),
	});
}
