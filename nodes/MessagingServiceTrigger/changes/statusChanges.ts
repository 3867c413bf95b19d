import type { IDataObject } from 'n8n-workflow';
import type { EntryFields } from '../eventSources';
import type { State } from '../state/state';
import { decodeStatuses, encodeStatuses } from '../state/statuses';
import { pairEntries } from './pairEntries';
import { keysOf, repeatedEntries } from './recipientKeys';
import { mergeNew, type NewRecipients, placeOf } from './snapshotPlaces';

export interface StatusChange {
	recipient: IDataObject;
	/** Null if the recipient is new. */
	previous: string | null;
}

/**
 * Compares a mailing's recipients with its snapshot. The snapshot keeps recipients that are missing
 * from the list, because a list may once be incomplete, and they are not new when they come back.
 *
 * @param recipients all that the service lists for one mailing, in any order
 * @param snapshot of the poll before; empty if the mailing is read for the first time
 * @param fields that identify a recipient
 * @param statusTable statuses by index; new ones are added, to free places first
 * @returns changes in the order of the service's response, those of one phone in the order of sending,
 *   and the next snapshot
 */
export function statusChanges(
	recipients: IDataObject[],
	snapshot = '',
	fields: EntryFields,
	statusTable: State['statusTable'],
): { changes: StatusChange[]; snapshot: string } {
	const known = decodeStatuses(snapshot, statusTable.length);
	const indexes = new Map(statusTable.map((status, index) => [status, index]));
	const free = [...statusTable.keys()].filter((index) => statusTable[index] === null).reverse();
	const statusOf = (recipient: IDataObject): number => {
		const status = String(recipient.status ?? '');
		const index = indexes.get(status) ?? free.pop() ?? statusTable.length;
		statusTable[index] = status;
		indexes.set(status, index);
		return index;
	};
	const added: NewRecipients = { keys: [], statuses: [] };
	const changes: StatusChange[] = [];
	const compare = (recipient: IDataObject, key: number, place: number) => {
		const status = statusOf(recipient);
		if (place < 0) {
			changes.push({ recipient, previous: null });
			added.keys.push(key);
			added.statuses.push(status);
		} else if (known.statuses[place] !== status) {
			changes.push({ recipient, previous: statusTable[known.statuses[place]] });
			known.statuses[place] = status;
		}
	};
	const keys = keysOf(recipients, fields);
	const repeated = repeatedEntries(recipients, keys, fields);
	let last = -1;
	for (let next = 0; next < keys.length; next++) {
		const key = keys[next];
		const entries = repeated.get(key);
		// Compared where the list has the first entry of the key.
		if (entries?.length === 0) continue;
		const place = placeOf(key, known.ids, last + 1);
		let end = place + 1;
		if (place >= 0) while (known.ids[end] === key) end++;
		last = place < 0 ? last : end - 1;
		if (!entries && end - place <= 1) compare(recipients[next], key, place);
		else {
			const places = { from: Math.max(0, place), to: place < 0 ? 0 : end };
			const pairs = pairEntries(entries ?? [recipients[next]], places, known, statusOf);
			for (const [recipient, at] of pairs) compare(recipient, key, at);
			repeated.set(key, []);
		}
	}
	const next = changes.length > 0 ? encodeStatuses(mergeNew(known, added)) : snapshot;
	return { changes, snapshot: next };
}
