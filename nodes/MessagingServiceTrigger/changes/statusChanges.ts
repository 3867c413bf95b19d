import type { IDataObject } from 'n8n-workflow';
import type { EntryFields } from '../events';
import type { State } from '../state/state';
import {
	decodeStatuses,
	encodeStatuses,
	type Statuses,
	statusIn,
	statusText,
} from '../state/encoding';
import { isDeliveredStatus } from '../../shared/api/statusWords';
import { type Pair, pairEntries, type Places, keysOf, repeatedEntries } from './recipients';

interface StatusChange {
	recipient: IDataObject;
	/** Null if the recipient is new. */
	previous: string | null;
}

/** What the state knows of a mailing. */
export interface Known {
	/** Of the poll before; undefined if the mailing is read for the first time. */
	snapshot?: string;
	/** Statuses by index; new ones are added, to free places first. */
	statusTable: State['statusTable'];
}

/**
 * Compares a mailing's recipients with its snapshot. The snapshot keeps recipients that are missing
 * from the list, because a list may once be incomplete, and they are not new when they come back.
 *
 * @param recipients all that the service lists for one mailing, in any order
 * @param fields that identify a recipient
 * @returns changes in the order of the service's list, and the next snapshot
 */
export function statusChanges(
	recipients: IDataObject[],
	{ snapshot = '', statusTable }: Known,
	fields: EntryFields,
): { changes: StatusChange[]; snapshot: string } {
	const known = decodeStatuses(snapshot, statusTable.length);
	const comparison = new Comparison(known, statusTable);
	const keys = keysOf(recipients, fields);
	const repeated = repeatedEntries(recipients, keys, fields);
	let next = 0;
	for (let at = 0; at < keys.length; at++) {
		const key = keys[at];
		const entries = repeated.get(key);
		// Compared where the list has the first entry of the key.
		if (entries?.length === 0) continue;
		const from = placeOf(key, known.ids, next);
		const to = from < 0 ? from : placeAfter(key, known.ids, from);
		if (from >= 0) next = to;
		if (!entries && to - from <= 1) comparison.take(recipients[at], key, from);
		else {
			const places = { from: Math.max(0, from), to: Math.max(0, to) };
			const given = entries ?? [recipients[at]];
			comparison.takeAll(pairEntries(given, places, known, comparison), key, places);
			repeated.set(key, []);
		}
	}
	const { changes } = comparison;
	if (repeated.size > 0) sortLike(recipients, changes);
	return { changes, snapshot: comparison.snapshot(snapshot) };
}

/** Sorts changes like the list, because entries of one key are compared together. */
function sortLike(recipients: IDataObject[], changes: StatusChange[]): void {
	const places = new Map(recipients.map((recipient, at) => [recipient, at]));
	const placeIn = ({ recipient }: StatusChange) => places.get(recipient) ?? 0;
	changes.sort((a, b) => placeIn(a) - placeIn(b));
}

/** Recipients as they are now, beside those of the snapshot. */
class Comparison {
	readonly changes: StatusChange[] = [];

	private readonly added: NewRecipients = { keys: [], statuses: [] };

	/** Whether entries of one key swapped places since the last poll. */
	private isReordered = false;

	private readonly indexes: Map<string | null, number>;

	private readonly free: number[];

	constructor(
		private readonly known: Statuses,
		private readonly statusTable: State['statusTable'],
	) {
		this.indexes = new Map(statusTable.map((status, index) => [status, index]));
		this.free = [...statusTable.keys()].filter((at) => statusTable[at] === null).reverse();
	}

	/** The index of a recipient's status and error code. */
	readonly statusOf = (recipient: IDataObject): number => {
		const status = statusText(recipient);
		const index = this.indexes.get(status) ?? this.free.pop() ?? this.statusTable.length;
		this.statusTable[index] = status;
		this.indexes.set(status, index);
		return index;
	};

	readonly goesBack = (entry: IDataObject, place: number): boolean =>
		isDeliveredStatus(entry.status) === null &&
		typeof isDeliveredStatus(this.wordOf(this.known.statuses[place])) === 'boolean';

	/** Compares a recipient with its place in the snapshot; -1 for a new one. */
	take(recipient: IDataObject, key: number, place: number): void {
		const { statuses } = this.known;
		const status = this.statusOf(recipient);
		if (place < 0) {
			this.changed(recipient);
			this.add(key, status);
		} else if (statuses[place] !== status) {
			this.changed(recipient, statuses[place]);
			statuses[place] = status;
		}
	}

	private changed(recipient: IDataObject, before?: number): void {
		const previous = before === undefined ? null : this.wordOf(before);
		this.changes.push({ recipient, previous });
	}

	private add(key: number, status: number): void {
		this.added.keys.push(key);
		this.added.statuses.push(status);
	}

	private readonly wordOf = (status: number) => statusIn(this.statusTable[status] ?? '');

	/** Compares the entries of one key, and stores their statuses, in the order of sending. */
	takeAll(pairs: Pair[], key: number, { from, to }: Places): void {
		const { statuses } = this.known;
		const previous = statuses.slice(from, to);
		const isWhole = pairs.length >= previous.length;
		pairs.forEach(([recipient, place], at) => {
			const status = this.statusOf(recipient);
			const before = place < 0 ? undefined : previous[place - from];
			if (before !== status) this.changed(recipient, before);
			const next = isWhole ? from + at : place;
			this.isReordered ||= next < to && previous[next - from] !== status;
			if (next < to) statuses[next] = status;
			else this.add(key, status);
		});
	}

	/** The next snapshot. */
	snapshot(before: string): string {
		const { changes, known, added, isReordered } = this;
		const isSame = changes.length === 0 && !isReordered;
		return isSame ? before : encodeStatuses(mergeNew(known, added));
	}
}

/** First place of a key among ascending ones, or -1. Lists keep their order, so it is mostly `next`. */
function placeOf(key: number, keys: Float64Array, next: number): number {
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
function placeAfter(key: number, keys: Float64Array, from: number): number {
	let next = from + 1;
	while (keys[next] === key) next++;
	return next;
}

/** Recipients that the snapshot does not have, in any order. */
interface NewRecipients {
	keys: number[];
	statuses: number[];
}

/** Adds new recipients. Those of one key follow the known ones, in the order in which they came. */
function mergeNew(known: Statuses, added: NewRecipients): Statuses {
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
