import type { INodeExecutionData } from 'n8n-workflow';
import { formatAllRanges } from '../../shared/errors/itemRanges';
import { makeDryRunItem, listItemIndexes } from '../../shared/out/items';
import type { Run } from '../../shared/run/operation';
import type { ImportRequest } from './planRequests';

const MAX_PREVIEWED_CONTACTS = 100;

/**
 * Returns the item of a dry run. Each input item becomes a contact, is merged into a later item, or
 * is rejected.
 */
export function buildImportPreview(run: Run, requests: ImportRequest[]): INodeExecutionData {
	const rows = requests.flatMap((request) => request.rows);
	const merged = rows.flatMap(({ entries }) => {
		const [last, ...others] = listItemIndexes(entries).reverse();
		return others.map((index) => ({ index, reason: `merged into item ${last}` }));
	});
	return makeDryRunItem(run, {
		recipients: rows.length,
		contacts: rows
			.slice(0, MAX_PREVIEWED_CONTACTS)
			.map(({ entries, listId, columnValues }) => ({
				index: entries.at(-1)?.itemIndex,
				list_id: listId,
				...Object.fromEntries(columnValues),
			})),
		requests: requests.map(({ rows: contacts, columnNames, entries }) => ({
			recipients: contacts.length,
			list_id: contacts[0].listId,
			columns: columnNames,
			indexes: formatAllRanges(listItemIndexes(entries)),
		})),
		left_out: merged.sort((a, b) => a.index - b.index),
	});
}
