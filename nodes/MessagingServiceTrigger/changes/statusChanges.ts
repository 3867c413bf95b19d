import type { IDataObject } from 'n8n-workflow';
import { decodeStatuses, encodeStatuses, type Statuses } from '../state/statuses';
import { deduplicate } from './recipientKeys';

export interface StatusChange {
	recipient: IDataObject;
	/** Null if the recipient is new. */
	previous: string | null;
}

/**
 * Compares a mailing's recipients with its snapshot. The snapshot keeps recipients that are missing
 * from the list, because a list may once be incomplete, and they are not new when they come back.
 *
 * @param recipients all that the service lists for one mailing, in any order, some perhaps twice
 * @param snapshot of the poll before; empty if the mailing is read for the first time
 * @param fields that identify a recipient, the best first
 * @param statusTable statuses by index; new ones are added
 * @returns changes in the order of the service's response, and the next snapshot
 */
export function statusChanges(
	recipients: IDataObject[],
	snapshot = '',
	fields: string[],
	statusTable: string[],
): { changes: StatusChange[]; snapshot: string } {
	const known = decodeStatuses(snapshot);
	const indexes = new Map(statusTable.map((status, index) => [status, index]));
	const added: NewRecipients = { keys: [], statuses: [] };
	const changes: StatusChange[] = [];
	const now = deduplicate(recipients, fields);
	let at = -1;
	for (let next = 0; next < now.keys.length; next++) {
		const key = now.keys[next];
		const recipient = now.recipients[next];
		const status = String(recipient.status ?? '');
		let index = indexes.get(status);
		if (index === undefined) {
			index = statusTable.push(status) - 1;
			indexes.set(status, index);
		}
		at = indexOf(key, known.ids, at + 1);
		if (at < 0) {
			changes.push({ recipient, previous: null });
			added.keys.push(key);
			added.statuses.push(index);
		} else if (known.statuses[at] !== index) {
			changes.push({ recipient, previous: statusTable[known.statuses[at]] });
			known.statuses[at] = index;
		}
	}
	return {
		changes,
		snapshot: changes.length > 0 ? encodeStatuses(merge(known, added)) : snapshot,
	};
}

/** Index of an id among ascending ones, or -1. Lists keep their order, so it is mostly the next one. */
function indexOf(id: number, ids: Float64Array, next: number): number {
	if (ids[next] === id) return next;
	let from = 0;
	let to = ids.length - 1;
	while (from <= to) {
		const middle = (from + to) >>> 1;
		if (ids[middle] === id) return middle;
		if (ids[middle] < id) from = middle + 1;
		else to = middle - 1;
	}
	return -1;
}

/** Recipients that the snapshot does not have, in any order. */
interface NewRecipients {
	keys: number[];
	statuses: number[];
}

function merge(known: Statuses, added: NewRecipients): Statuses {
	if (added.keys.length === 0) return known;
	const order = ascendingOrder(added.keys);
	const ids = new Float64Array(known.ids.length + order.length);
	const statuses = new Uint32Array(ids.length);
	let old = 0;
	let next = 0;
	for (let at = 0; at < ids.length; at++) {
		const fresh = order[next];
		if (next >= order.length || known.ids[old] < added.keys[fresh]) {
			ids[at] = known.ids[old];
			statuses[at] = known.statuses[old++];
		} else {
			ids[at] = added.keys[fresh];
			statuses[at] = added.statuses[fresh];
			next++;
		}
	}
	return { ids, statuses };
}

function ascendingOrder(keys: number[]): Uint32Array {
	const order = Uint32Array.from(keys, (_, at) => at);
	const isOrdered = keys.every((key, at) => at === 0 || keys[at - 1] < key);
	return isOrdered ? order : order.sort((a, b) => keys[a] - keys[b]);
}
