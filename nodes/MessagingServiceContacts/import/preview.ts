import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { allRanges } from '../../shared/errors/itemRanges';
import { pairedWith } from '../../shared/out/items';
import type { Run } from '../../shared/run/operation';
import type { ImportRequest } from './planRequests';

const MAX_CONTACTS = 100;

/** Describes what an import would send. Each item is a contact, is merged into one, or is rejected. */
export function preview(run: Run, requests: ImportRequest[]): INodeExecutionData {
	const rows = requests.flatMap((request) => request.rows);
	const itemsOf = (entries: Array<{ item: number }>) => entries.map(({ item }) => item);
	const merged = rows.flatMap(({ entries }) => {
		const [last, ...others] = itemsOf(entries).reverse();
		return others.map((index) => ({ index, reason: `merged into item ${last}` }));
	});
	const json = {
		dry_run: true,
		is_sent: false,
		reason: 'dry run',
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
			indexes: allRanges(itemsOf(entries)),
		})),
		left_out: merged.sort((a, b) => a.index - b.index),
		rejects: run.ledger.entries.flatMap(({ state, item: index }) =>
			state.is === 'rejected' ? [{ index, reason: state.error.itemMessage }] : [],
		),
	};
	return {
		json: json as unknown as IDataObject,
		pairedItem: pairedWith([...run.items.keys()]),
	};
}
