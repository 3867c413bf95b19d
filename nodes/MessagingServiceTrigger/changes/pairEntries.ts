import type { IDataObject } from 'n8n-workflow';
import type { Statuses } from '../state/statuses';
import { sentAt } from './recipientKeys';

/** Places of a snapshot that have the same key. */
interface Places {
	from: number;
	/** The place after the last one. */
	to: number;
}

type Pair = [entry: IDataObject, place: number];

/**
 * Pairs the entries of one phone with their places in the snapshot, both in the order of sending. The
 * first entry has the first place, and entries beyond the places are new. Two cases leave it open
 * which entry is which. Then those whose status is the same are paired first:
 *
 * - Entries of one second, or without a date. The service may list them in any order.
 * - Fewer entries than places: the list lacks some.
 *
 * @param entries ordered by the time of sending
 * @returns each entry with its place; -1 for a new one
 */
export function pairEntries(
	entries: IDataObject[],
	{ from, to }: Places,
	known: Statuses,
	statusOf: (entry: IDataObject) => number,
): Pair[] {
	if (entries.length < to - from) return pairByStatus(entries, { from, to }, known, statusOf);
	const pairs: Pair[] = [];
	for (let first = 0; first < entries.length; ) {
		const time = sentAt(entries[first]);
		let end = first + 1;
		while (end < entries.length && sentAt(entries[end]) === time) end++;
		const places = { from: Math.min(from + first, to), to: Math.min(from + end, to) };
		for (const pair of pairByStatus(entries.slice(first, end), places, known, statusOf)) {
			pairs.push(pair);
		}
		first = end;
	}
	return pairs;
}

function pairByStatus(
	entries: IDataObject[],
	{ from, to }: Places,
	{ statuses }: Statuses,
	statusOf: (entry: IDataObject) => number,
): Pair[] {
	const free = new Map<number, number[]>();
	for (let place = to - 1; place >= from; place--) {
		const places = free.get(statuses[place]) ?? [];
		free.set(statuses[place], places);
		places.push(place);
	}
	const pairs = entries.map((entry): Pair => [entry, free.get(statusOf(entry))?.pop() ?? -1]);
	const open = pairs.filter(([, place]) => place < 0);
	// If there are too many places, the first ones stay: older entries vanish sooner.
	const rest = [...free.values()]
		.flat()
		.sort((a, b) => b - a)
		.slice(0, open.length);
	for (const pair of open) pair[1] = rest.pop() ?? -1;
	return pairs;
}
