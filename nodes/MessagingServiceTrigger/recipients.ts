import type { IDataObject } from 'n8n-workflow';
import { isDeliveredStatus } from '../shared/api/statusWords';
import { recipientKey } from '../shared/values/recipientKey';
import { decodeStatuses, encodeStatuses, isId, keyOf, statusIn, statusText } from './encoding';
import type { EntryFields } from './events';
import type { State } from './state';

interface StatusChange {
	recipient: IDataObject;
	/** Null if the recipient is new. */
	previous: string | null;
}

/** What the state knows of a mailing. */
export interface KnownMailing {
	/** Undefined if the mailing is read for the first time. */
	snapshot?: string;
	/** Statuses by index; new ones are added, to free places first. */
	statusTable: State['statusTable'];
}

/**
 * Compares a mailing's recipients with its snapshot. The snapshot keeps recipients that the list lacks,
 * because a list may once be incomplete, and they are not new when they come back.
 *
 * @param recipients all that the service lists for one mailing, in any order
 * @param fields that identify a recipient
 * @returns changes in the order of the list, and the next snapshot
 */
export function statusChanges(
	recipients: IDataObject[],
	{ snapshot = '', statusTable }: KnownMailing,
	fields: EntryFields,
): { changes: StatusChange[]; snapshot: string } {
	const known = decodeStatuses(snapshot, statusTable.length);
	const table = new StatusTable(statusTable);
	const previous = new Map<IDataObject, string | null>();
	let isSame = true;
	for (const [key, entries] of entriesByKey(recipients, fields)) {
		const before = known.get(key) ?? [];
		const now = entries.map((entry) => table.indexOf(entry));
		const places = placesOf(entries, { now, before }, table);
		places.forEach((place, at) => {
			if (before[place] !== now[at]) previous.set(entries[at], table.wordAt(before[place]));
		});
		const next = nextStatuses({ now, before }, places);
		isSame &&= next.length === before.length && next.every((one, at) => one === before[at]);
		known.set(key, next);
	}
	const changes = recipients.flatMap((recipient) => {
		const word = previous.get(recipient);
		return word === undefined ? [] : [{ recipient, previous: word }];
	});
	return { changes, snapshot: isSame ? snapshot : encodeStatuses(known) };
}

/** The statuses by their index, in which a status and its error code are one text. */
class StatusTable {
	private readonly indexes: Map<string | null, number>;

	private readonly free: number[];

	constructor(private readonly texts: State['statusTable']) {
		this.indexes = new Map(texts.map((text, index) => [text, index]));
		this.free = [...texts.keys()].filter((index) => texts[index] === null).reverse();
	}

	/** The index of a recipient's status, which is added if it is new. */
	indexOf(recipient: IDataObject): number {
		const text = statusText(recipient);
		const index = this.indexes.get(text) ?? this.free.pop() ?? this.texts.length;
		this.texts[index] = text;
		this.indexes.set(text, index);
		return index;
	}

	/** The status at an index; null without one. */
	wordAt = (index: number | undefined): string | null =>
		index === undefined ? null : statusIn(this.texts[index] ?? '');

	/** Whether a final status would become an open one. */
	goesBack = (before: number | undefined, now: number): boolean =>
		typeof isDeliveredStatus(this.wordAt(before)) === 'boolean' &&
		isDeliveredStatus(this.wordAt(now)) === null;
}

/**
 * The entries by the number that identifies each recipient, in the order of the list. An ID twice is one
 * recipient, and the entry read last counts. Without an ID each entry is one: the same SMS sent again to the
 * same phone. Those are ordered by the time of sending.
 */
function entriesByKey(recipients: IDataObject[], fields: EntryFields): Map<number, IDataObject[]> {
	const byKey = new Map<number, IDataObject[]>();
	const repeated = new Set<IDataObject[]>();
	for (const recipient of recipients) {
		const key = entryKey(recipient, fields);
		const earlier = byKey.get(key);
		if (!earlier || (fields.id && isId(recipient[fields.id]))) {
			byKey.set(key, [recipient]);
		} else {
			earlier.push(recipient);
			repeated.add(earlier);
		}
	}
	for (const entries of repeated) entries.sort(byTime);
	return byKey;
}

/** Fields of a recipient that change. */
const CHANGING = {
	error: undefined,
	status: undefined,
	error_code: undefined,
	error_text: undefined,
};

const MAX_NUMERIC_KEY = 1e15;

/** The ID or address if it is a number below 10^15, else a hash above all of those. */
function entryKey(recipient: IDataObject, { id, address }: EntryFields): number {
	const field = [id, address].find((name) => name && isId(recipient[name]));
	const value = field && recipient[field];
	if (typeof value === 'number' && Number.isInteger(value)) {
		if (value >= 0 && value < MAX_NUMERIC_KEY) return value;
	}
	// A recipient without any ID is identified by all its fields that do not change.
	if (!field) return keyOf(JSON.stringify({ ...recipient, ...CHANGING }));
	return keyOf(field === address ? recipientKey(String(value)) : String(value));
}

/** Sorts behind every date: what has no date is not sent yet. */
const NOT_SENT = '~';

/** When an entry was sent, as a text that sorts by time. */
function sentAt({ d_sent }: IDataObject): string {
	const text = String(d_sent ?? '');
	return /[1-9]/.test(text) ? text : NOT_SENT;
}

function byTime(a: IDataObject, b: IDataObject): number {
	const [first, second] = [sentAt(a), sentAt(b)];
	return first < second ? -1 : first > second ? 1 : 0;
}

/** Statuses of the entries of one recipient: those of the list, and those of the snapshot. */
interface Compared {
	now: number[];
	before: number[];
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
 * @returns the place of each entry; a new one has none in the snapshot
 */
function placesOf(entries: IDataObject[], { now, before }: Compared, table: StatusTable): number[] {
	// Nearly every recipient has one entry.
	if (now.length === 1 && before.length <= 1) return [0];
	if (now.length >= before.length) {
		const places = placesByTime(entries, { now, before });
		if (!places.some((place, at) => table.goesBack(before[place], now[at]))) return places;
	}
	return placesByStatus(now, before, [0, before.length]);
}

function placesByTime(entries: IDataObject[], { now, before }: Compared): number[] {
	const places: number[] = [];
	const { length } = before;
	for (let first = 0; first < entries.length; ) {
		let end = first + 1;
		while (end < entries.length && byTime(entries[first], entries[end]) === 0) end++;
		const range: Range = [Math.min(first, length), Math.min(end, length)];
		for (const place of placesByStatus(now.slice(first, end), before, range))
			places.push(place);
		first = end;
	}
	return places;
}

/** The first place, and the place after the last one. */
type Range = [from: number, to: number];

/** The places of entries in a part of the snapshot: those of the same status first. */
function placesByStatus(now: number[], before: number[], [from, to]: Range): number[] {
	const free = new Map<number, number[]>();
	for (let place = to - 1; place >= from; place--) {
		const places = free.get(before[place]);
		if (places) places.push(place);
		else free.set(before[place], [place]);
	}
	const same = now.map((status) => free.get(status)?.pop());
	const open = same.filter((place) => place === undefined).length;
	const rest = [...free.values()].flat().sort((a, b) => a - b);
	// If there are too many places, the first ones stay: older entries vanish sooner.
	let next = Math.max(0, rest.length - open);
	return same.map((place) => place ?? rest[next++] ?? -1);
}

/** The statuses for the next snapshot. Of a list that lacks entries, the others keep their places. */
function nextStatuses({ now, before }: Compared, places: number[]): number[] {
	if (now.length >= before.length) return now;
	const next = [...before];
	places.forEach((place, at) => (next[place] = now[at]));
	return next;
}
