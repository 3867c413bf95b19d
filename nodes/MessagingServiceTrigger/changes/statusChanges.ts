import type { IDataObject } from 'n8n-workflow';
import { oncePerKey } from './recipientKeys';
import { packStatuses, type Statuses, unpackStatuses } from '../state/statuses';

export interface Change {
	recipient: IDataObject;
	/** Null at first sight. */
	previous: string | null;
}

export interface Deliveries {
	/** In the order of the service's answer. */
	changes: Change[];
	/** What to remember of the mailing. */
	memory: string;
}

/**
 * Compares a mailing's recipients with what is remembered of them. Recipients that are missing this
 * time stay remembered: a list may once be incomplete, and their next status is no first one.
 *
 * @param recipients all that the service lists for one mailing, in any order, perhaps some twice
 * @param memory of the poll before; undefined when the mailing is seen for the first time
 * @param keys fields that identify a recipient, the best first
 * @param words statuses by index; those that are new are added
 */
export function statusChanges(
	recipients: IDataObject[],
	memory: string | undefined,
	keys: string[],
	words: string[],
): Deliveries {
	const known = unpackStatuses(memory ?? '');
	const indexes = new Map(words.map((word, index) => [word, index]));
	const added: Added = { keys: [], words: [] };
	const changes: Change[] = [];
	const now = oncePerKey(recipients, keys);
	let at = -1;
	for (let next = 0; next < now.keys.length; next++) {
		const key = now.keys[next];
		const recipient = now.recipients[next];
		const status = String(recipient.status ?? '');
		let index = indexes.get(status);
		if (index === undefined) {
			index = words.push(status) - 1;
			indexes.set(status, index);
		}
		at = placeOf(key, known.ids, at + 1);
		if (at < 0) {
			changes.push({ recipient, previous: null });
			added.keys.push(key);
			added.words.push(index);
		} else if (known.words[at] !== index) {
			changes.push({ recipient, previous: words[known.words[at]] });
			known.words[at] = index;
		}
	}
	return {
		changes,
		memory: changes.length > 0 ? packStatuses(joined(known, added)) : (memory ?? ''),
	};
}

/** Place of an id among ascending ones, -1 if it is none of them. Most often it is the next one. */
function placeOf(id: number, ids: Float64Array, next: number): number {
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

/** Recipients that are seen for the first time, in any order. */
interface Added {
	keys: number[];
	words: number[];
}

function joined(known: Statuses, added: Added): Statuses {
	if (added.keys.length === 0) return known;
	const order = ascendingOrder(added.keys);
	const ids = new Float64Array(known.ids.length + order.length);
	const words = new Uint32Array(ids.length);
	let old = 0;
	let next = 0;
	for (let at = 0; at < ids.length; at++) {
		const fresh = order[next];
		if (next >= order.length || known.ids[old] < added.keys[fresh]) {
			ids[at] = known.ids[old];
			words[at] = known.words[old++];
		} else {
			ids[at] = added.keys[fresh];
			words[at] = added.words[fresh];
			next++;
		}
	}
	return { ids, words };
}

function ascendingOrder(keys: number[]): Uint32Array {
	const order = Uint32Array.from(keys, (_, at) => at);
	const isOrdered = keys.every((key, at) => at === 0 || keys[at - 1] < key);
	return isOrdered ? order : order.sort((a, b) => keys[a] - keys[b]);
}
