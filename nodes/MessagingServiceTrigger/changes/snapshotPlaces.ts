import type { Statuses } from '../state/statuses';

/** First place of a key among ascending ones, or -1. Lists keep their order, so it is mostly `next`. */
export function placeOf(key: number, keys: Float64Array, next: number): number {
	if (keys[next] === key && keys[next - 1] !== key) return next;
	let from = 0;
	let to = keys.length;
	while (from < to) {
		const middle = (from + to) >>> 1;
		if (keys[middle] < key) from = middle + 1;
		else to = middle;
	}
	return keys[from] === key ? from : -1;
}

/** The place after the last one of a key that is at `from`. */
export function placeAfter(key: number, keys: Float64Array, from: number): number {
	let next = from + 1;
	while (keys[next] === key) next++;
	return next;
}

/** Recipients that the snapshot does not have, in any order. */
export interface NewRecipients {
	keys: number[];
	statuses: number[];
}

/** Adds new recipients. Those of one key follow the known ones, in the order in which they came. */
export function mergeNew(known: Statuses, added: NewRecipients): Statuses {
	if (added.keys.length === 0) return known;
	const order = ascendingOrder(added.keys);
	const ids = new Float64Array(known.ids.length + order.length);
	const statuses = new Uint32Array(ids.length);
	let old = 0;
	let next = 0;
	for (let at = 0; at < ids.length; at++) {
		const fresh = order[next];
		if (next >= order.length || known.ids[old] <= added.keys[fresh]) {
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
	const isOrdered = keys.every((key, at) => at === 0 || keys[at - 1] <= key);
	return isOrdered ? order : order.sort((a, b) => keys[a] - keys[b] || a - b);
}
