import type { IDataObject } from 'n8n-workflow';
import { isDeliveredStatus } from '../shared/api/statusWords';
import { recipientKey } from '../shared/values/recipientKey';
import {
	decodeStatuses,
	encodeStatuses,
	indexOf,
	isId,
	keyOf,
	markOf,
	marksIn,
	statusIn,
	statusText,
} from './encoding';
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
	const comparison = new Comparison(statusTable);
	const { byKey, repeated } = entriesByKey(recipients, fields);
	let isSame = true;
	for (const [key, recipient] of byKey) {
		const before = known.get(key) ?? '';
		const entries = repeated.get(key);
		// Nearly every recipient has one entry.
		const isOne = entries === undefined && before.length <= 1;
		const next = isOne
			? comparison.takeOne(recipient, before)
			: comparison.takeAll(entries ?? [recipient], before);
		if (next === before) continue;
		known.set(key, next);
		isSame = false;
	}
	const changes = comparison.changesOf(recipients);
	return { changes, snapshot: isSame ? snapshot : encodeStatuses(known) };
}

/** Compares recipients with their marks in the snapshot, and collects those that have changed. */
class Comparison {
	private readonly marks: Map<string | null, string>;

	private readonly free: number[];

	private readonly previous = new Map<IDataObject, string | null>();

	constructor(private readonly statusTable: State['statusTable']) {
		this.marks = new Map(statusTable.map((text, index) => [text, markOf(index)]));
		this.free = [...statusTable.keys()].filter((at) => statusTable[at] === null).reverse();
	}

	/** @returns the next mark */
	takeOne(recipient: IDataObject, before: string): string {
		const mark = this.markOf(recipient);
		if (mark !== before) this.previous.set(recipient, this.wordOf(before));
		return mark;
	}

	/** @returns the next marks of all entries of one recipient */
	takeAll(entries: IDataObject[], marks: string): string {
		const before = marksIn(marks);
		const now = entries.map((entry) => this.markOf(entry));
		const places = placesOf(entries, { now, before }, this.goesBack);
		places.forEach((place, at) => {
			const isSame = before[place] === now[at];
			if (!isSame) this.previous.set(entries[at], this.wordOf(before[place] ?? ''));
		});
		return nextMarks({ now, before }, places).join('');
	}

	/** The changes in the order of the list. */
	changesOf(recipients: IDataObject[]): StatusChange[] {
		const changes: StatusChange[] = [];
		for (const recipient of recipients) {
			const previous = this.previous.get(recipient);
			if (previous !== undefined) changes.push({ recipient, previous });
		}
		return changes;
	}

	/** The mark of a recipient's status, which the table gets if it is new. */
	private markOf(recipient: IDataObject): string {
		const text = statusText(recipient);
		const known = this.marks.get(text);
		if (known !== undefined) return known;
		const index = this.free.pop() ?? this.statusTable.length;
		const mark = markOf(index);
		this.statusTable[index] = text;
		this.marks.set(text, mark);
		return mark;
	}

	/** The status of a mark; null without one. */
	private wordOf(mark: string): string | null {
		return mark === '' ? null : statusIn(this.statusTable[indexOf(mark)] ?? '');
	}

	/** Whether a final status would become an open one. */
	readonly goesBack = (before: string, now: string): boolean =>
		typeof isDeliveredStatus(this.wordOf(before)) === 'boolean' &&
		isDeliveredStatus(this.wordOf(now)) === null;
}

interface Entries {
	/** By the number that identifies each recipient, in the order of the list. */
	byKey: Map<number, IDataObject>;
	/** All entries of a recipient that has several, by the time of sending. */
	repeated: Map<number, IDataObject[]>;
}

/**
 * Finds the entries of each recipient. An ID twice is one recipient, and the entry read last counts. Without
 * an ID each entry is one: the same SMS sent again to the same phone.
 */
function entriesByKey(recipients: IDataObject[], fields: EntryFields): Entries {
	const byKey: Entries['byKey'] = new Map();
	const repeated: Entries['repeated'] = new Map();
	for (const recipient of recipients) {
		const key = entryKey(recipient, fields);
		const first = byKey.get(key);
		if (first === undefined || (fields.id && isId(recipient[fields.id]))) {
			byKey.set(key, recipient);
			continue;
		}
		const entries = repeated.get(key) ?? [first];
		entries.push(recipient);
		repeated.set(key, entries);
	}
	for (const entries of repeated.values()) entries.sort(byTime);
	return { byKey, repeated };
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
	const ownId = id && recipient[id];
	const value = isId(ownId) ? ownId : address && recipient[address];
	if (typeof value === 'number' && Number.isInteger(value)) {
		if (value >= 0 && value < MAX_NUMERIC_KEY) return value;
	}
	// A recipient without any ID is identified by all its fields that do not change.
	if (!isId(value)) return keyOf(JSON.stringify({ ...recipient, ...CHANGING }));
	return keyOf(isId(ownId) ? String(value) : recipientKey(value));
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

/** The marks of the entries of one recipient: those of the list, and those of the snapshot. */
interface Compared {
	now: string[];
	before: string[];
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
function placesOf(
	entries: IDataObject[],
	{ now, before }: Compared,
	goesBack: Comparison['goesBack'],
): number[] {
	if (now.length >= before.length) {
		const places = placesByTime(entries, { now, before });
		if (!places.some((place, at) => goesBack(before[place] ?? '', now[at]))) return places;
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
function placesByStatus(now: string[], before: string[], [from, to]: Range): number[] {
	const free = new Map<string, number[]>();
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

/** The marks for the next snapshot. If the list lacks entries, the others keep their places. */
function nextMarks({ now, before }: Compared, places: number[]): string[] {
	if (now.length >= before.length) return now;
	const next = [...before];
	places.forEach((place, at) => (next[place] = now[at]));
	return next;
}
