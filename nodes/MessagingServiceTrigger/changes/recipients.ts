import type { IDataObject } from 'n8n-workflow';
import type { EntryFields } from '../events';
import { recipientKey as identityOf } from '../../shared/values/recipientKey';
import { isId, keyOf } from '../state/fingerprint';
import type { Statuses } from '../state/encoding';

/** The number that identifies each recipient. Entries without an id may have the same one. */
export const keysOf = (recipients: IDataObject[], fields: EntryFields): Float64Array =>
	new Float64Array(recipients.map((recipient) => recipientKey(recipient, fields)));

/**
 * The entries of the keys that a list has several times. An id twice is one recipient, and the entry
 * read last counts. Without an id each entry is one: the same SMS sent again to the same phone.
 *
 * @returns the entries of each such key, ordered by the time at which they were sent
 */
export function repeatedEntries(
	recipients: IDataObject[],
	keys: Float64Array,
	{ id }: EntryFields,
): Map<number, IDataObject[]> {
	const groups = new Map<number, IDataObject[]>();
	if (isAscending(keys)) return groups;
	const sorted = keys.slice().sort();
	if (isAscending(sorted)) return groups;
	for (let at = 1; at < sorted.length; at++) {
		if (sorted[at] === sorted[at - 1]) groups.set(sorted[at], []);
	}
	recipients.forEach((recipient, at) => groups.get(keys[at])?.push(recipient));
	for (const [key, entries] of groups) {
		if (id && isId(entries[0][id])) groups.set(key, entries.slice(-1));
		else entries.sort((a, b) => compare(sentAt(a), sentAt(b)));
	}
	return groups;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts behind every date: what has no date is not sent yet. */
const NOT_SENT = '~';

/** When an entry was sent, as a text that sorts by time. */
function sentAt({ d_sent }: IDataObject): string {
	const text = String(d_sent ?? '');
	return /[1-9]/.test(text) ? text : NOT_SENT;
}

/** Whether keys are ascending, without duplicates. */
function isAscending(keys: Float64Array): boolean {
	for (let at = 1; at < keys.length; at++) if (keys[at] <= keys[at - 1]) return false;
	return true;
}

/** Fields of a recipient that change. */
const CHANGING = {
	error: undefined,
	status: undefined,
	error_code: undefined,
	error_text: undefined,
};

const MAX_NUMERIC_KEY = 1e15;

/** The id or address if it is a number below 10^15, else a hash above all of those. */
function recipientKey(recipient: IDataObject, { id, address }: EntryFields): number {
	const field = [id, address].find((name) => name && isId(recipient[name]));
	const value = field && recipient[field];
	if (typeof value === 'number' && Number.isInteger(value)) {
		if (value >= 0 && value < MAX_NUMERIC_KEY) return value;
	}
	// A recipient without any id is identified by all its fields that do not change.
	if (!field) return keyOf(JSON.stringify({ ...recipient, ...CHANGING }));
	return keyOf(field === address ? identityOf(String(value)) : String(value));
}

/** Places of a snapshot that have the same key. */
export interface Places {
	from: number;
	/** The place after the last one. */
	to: number;
}

export type Pair = [entry: IDataObject, place: number];

/** Compares the statuses of entries with those of a snapshot. */
interface StatusComparison {
	/** The status of an entry, as an index of the state's table. */
	statusOf: (entry: IDataObject) => number;
	/** Whether an open entry would take a place whose status is final. */
	goesBack: (entry: IDataObject, place: number) => boolean;
}

/**
 * Pairs the entries of one phone with their places in the snapshot, both in the order of sending. The
 * first entry has the first place, and entries beyond the places are new. In three cases the order does
 * not decide, and entries with an unchanged status are paired first:
 *
 * - Entries of one second, or without a date. The service may list them in any order.
 * - Fewer entries than places: the list lacks some.
 * - A final status would become open: an entry that is new, or that has just got its date, was sent before
 *   the others.
 *
 * @param entries ordered by the time of sending
 * @returns each entry with its place; -1 for a new one
 */
export function pairEntries(
	entries: IDataObject[],
	places: Places,
	known: Statuses,
	{ statusOf, goesBack }: StatusComparison,
): Pair[] {
	const { from, to } = places;
	if (entries.length >= to - from) {
		const pairs = pairByTime(entries, places, known, statusOf);
		if (!pairs.some(([entry, place]) => place >= 0 && goesBack(entry, place))) return pairs;
	}
	return pairByStatus(entries, places, known, statusOf);
}

function pairByTime(
	entries: IDataObject[],
	{ from, to }: Places,
	known: Statuses,
	statusOf: StatusComparison['statusOf'],
): Pair[] {
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
	statusOf: StatusComparison['statusOf'],
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
