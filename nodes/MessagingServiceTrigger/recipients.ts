import type { IDataObject } from 'n8n-workflow';
import { isDeliveredStatus } from '../shared/api/statusWords';
import { recipientKey } from '../shared/values/recipientKey';
import {
	decodeStatuses,
	encodeStatuses,
	indexOfSymbol,
	canBeId,
	numericKey,
	symbolOfIndex,
	splitSymbols,
	statusInText,
	encodeStatus,
} from './encoding';
import type { EntryFields } from './events';
import type { State } from './state';

interface StatusChange {
	recipient: IDataObject;
	/** Null if the recipient is new. */
	previous: string | null;
}

export interface SavedMailing {
	/** Undefined if the mailing is read for the first time. */
	snapshot?: string;
	/** Statuses by index. New statuses take free indexes first. */
	statusTable: State['statusTable'];
}

/**
 * Compares a mailing's recipients with its snapshot. Recipients that are missing from the list stay in the
 * snapshot: a list may occasionally be incomplete, and recipients must not seem new when they return.
 *
 * @param recipients all recipients that the service lists for the mailing, in any order
 * @param fields the fields that identify a recipient
 * @returns changes in the order of the list, and the next snapshot
 */
export function statusChanges(
	recipients: IDataObject[],
	{ snapshot = '', statusTable }: SavedMailing,
	fields: EntryFields,
): { changes: StatusChange[]; snapshot: string } {
	const statuses = decodeStatuses(snapshot, statusTable.length);
	const comparison = new StatusComparison(statusTable);
	const { byKey, repeatedEntries } = entriesByKey(recipients, fields);
	let isSame = true;
	for (const [key, recipient] of byKey) {
		const previous = statuses.get(key) ?? '';
		const entries = repeatedEntries.get(key);
		// Nearly every recipient has one entry.
		const isSingleEntry = entries === undefined && previous.length <= 1;
		const next = isSingleEntry
			? comparison.compareEntry(recipient, previous)
			: comparison.compareEntries(entries ?? [recipient], previous);
		if (next === previous) continue;
		statuses.set(key, next);
		isSame = false;
	}
	const changes = comparison.changesOf(recipients);
	return { changes, snapshot: isSame ? snapshot : encodeStatuses(statuses) };
}

/** Compares recipients with their symbols in the snapshot, and collects the changed recipients. */
class StatusComparison {
	private readonly symbols: Map<string | null, string>;

	private readonly freeIndexes: number[];

	private readonly changed = new Map<IDataObject, string | null>();

	constructor(private readonly statusTable: State['statusTable']) {
		this.symbols = new Map(statusTable.map((text, index) => [text, symbolOfIndex(index)]));
		this.freeIndexes = [...statusTable.keys()]
			.filter((at) => statusTable[at] === null)
			.reverse();
	}

	/** Compares a recipient with a single entry. @returns the next symbol */
	compareEntry(recipient: IDataObject, previous: string): string {
		const symbol = this.symbolOf(recipient);
		if (symbol !== previous) this.changed.set(recipient, this.statusOfSymbol(previous));
		return symbol;
	}

	/** Compares a recipient with several entries. @returns the next symbols */
	compareEntries(entries: IDataObject[], symbols: string): string {
		const previous = splitSymbols(symbols);
		const current = entries.map((entry) => this.symbolOf(entry));
		const positions = matchPositions(entries, { current, previous }, this.isEarlierStatus);
		positions.forEach((position, at) => {
			const isSame = previous[position] === current[at];
			if (!isSame)
				this.changed.set(entries[at], this.statusOfSymbol(previous[position] ?? ''));
		});
		return nextSymbols({ current, previous }, positions).join('');
	}

	changesOf(recipients: IDataObject[]): StatusChange[] {
		const changes: StatusChange[] = [];
		for (const recipient of recipients) {
			const previous = this.changed.get(recipient);
			if (previous !== undefined) changes.push({ recipient, previous });
		}
		return changes;
	}

	/** Returns the symbol of a recipient's status. A new status is added to the table. */
	private symbolOf(recipient: IDataObject): string {
		const text = encodeStatus(recipient);
		const existing = this.symbols.get(text);
		if (existing !== undefined) return existing;
		const index = this.freeIndexes.pop() ?? this.statusTable.length;
		const symbol = symbolOfIndex(index);
		this.statusTable[index] = text;
		this.symbols.set(text, symbol);
		return symbol;
	}

	/** Returns the status of a symbol; null without a symbol. */
	private statusOfSymbol(symbol: string): string | null {
		return symbol === '' ? null : statusInText(this.statusTable[indexOfSymbol(symbol)] ?? '');
	}

	/** Reports whether a final status would become a pending one. */
	readonly isEarlierStatus = (previous: string, current: string): boolean =>
		typeof isDeliveredStatus(this.statusOfSymbol(previous)) === 'boolean' &&
		isDeliveredStatus(this.statusOfSymbol(current)) === null;
}

interface Entries {
	/** The latest entry of each recipient, in the order of the list. */
	byKey: Map<number, IDataObject>;
	/** All entries of recipients with several entries, sorted by the time of sending. */
	repeatedEntries: Map<number, IDataObject[]>;
}

/**
 * Groups the entries by recipient. Entries with the same ID are one recipient, and the last one counts. Without
 * an ID, entries with the same address are separate messages, e.g. an SMS that was sent twice.
 */
function entriesByKey(recipients: IDataObject[], fields: EntryFields): Entries {
	const byKey: Entries['byKey'] = new Map();
	const repeated: Entries['repeatedEntries'] = new Map();
	for (const recipient of recipients) {
		const key = entryKey(recipient, fields);
		const first = byKey.get(key);
		if (first === undefined || (fields.idField && canBeId(recipient[fields.idField]))) {
			byKey.set(key, recipient);
			continue;
		}
		const entries = repeated.get(key) ?? [first];
		entries.push(recipient);
		repeated.set(key, entries);
	}
	for (const entries of repeated.values()) entries.sort(compareSentTimes);
	return { byKey, repeatedEntries: repeated };
}

/** Fields that change, and so cannot identify a recipient. */
const CHANGING_FIELDS = {
	error: undefined,
	status: undefined,
	error_code: undefined,
	error_text: undefined,
};

const MAX_NUMERIC_KEY = 1e15;

/**
 * Returns a number that identifies an entry: its ID or address if that is a number below 10^15, otherwise a
 * larger hash.
 */
function entryKey(recipient: IDataObject, { idField, addressField }: EntryFields): number {
	const entryId = idField && recipient[idField];
	const value = canBeId(entryId) ? entryId : addressField && recipient[addressField];
	if (typeof value === 'number' && Number.isInteger(value)) {
		if (value >= 0 && value < MAX_NUMERIC_KEY) return value;
	}
	// A recipient without any ID is identified by all fields that do not change.
	if (!canBeId(value)) return numericKey(JSON.stringify({ ...recipient, ...CHANGING_FIELDS }));
	return numericKey(canBeId(entryId) ? String(value) : recipientKey(value));
}

/** Sorts after every date: an entry without a date is not sent yet. */
const NOT_SENT_SORT_KEY = '~';

/** Returns the time of sending as a text that sorts by time. */
function sentAt({ d_sent }: IDataObject): string {
	const text = String(d_sent ?? '');
	return /[1-9]/.test(text) ? text : NOT_SENT_SORT_KEY;
}

function compareSentTimes(a: IDataObject, b: IDataObject): number {
	const [first, second] = [sentAt(a), sentAt(b)];
	return first < second ? -1 : first > second ? 1 : 0;
}

/** The symbols of one recipient's entries in the list and in the snapshot. */
interface ComparedSymbols {
	current: string[];
	previous: string[];
}

/**
 * Pairs the entries of one phone with positions in the snapshot, both in the order of sending. Entries beyond
 * the last position are new. In three cases the order does not decide, and entries with an unchanged status are
 * paired first:
 *
 * - Entries of the same second, or without a date: the service may list them in any order.
 * - Fewer entries than positions: some are missing from the list.
 * - A final status would become pending: an entry that is new, or has just got its date, was sent before the
 *   others.
 *
 * @returns the position of each entry. The position of a new entry is not in the snapshot.
 */
function matchPositions(
	entries: IDataObject[],
	{ current, previous }: ComparedSymbols,
	goesBack: StatusComparison['isEarlierStatus'],
): number[] {
	if (current.length >= previous.length) {
		const positions = positionsByTime(entries, { current, previous });
		if (!positions.some((position, at) => goesBack(previous[position] ?? '', current[at])))
			return positions;
	}
	return positionsByStatus(current, previous, [0, previous.length]);
}

function positionsByTime(entries: IDataObject[], { current, previous }: ComparedSymbols): number[] {
	const positions: number[] = [];
	const { length } = previous;
	for (let first = 0; first < entries.length; ) {
		let end = first + 1;
		while (end < entries.length && compareSentTimes(entries[first], entries[end]) === 0) end++;
		const range: Range = [Math.min(first, length), Math.min(end, length)];
		for (const position of positionsByStatus(current.slice(first, end), previous, range))
			positions.push(position);
		first = end;
	}
	return positions;
}

/** The first position, and the position after the last one. */
type Range = [from: number, to: number];

/** Returns positions in a part of the snapshot. Entries with the same status are paired first. */
function positionsByStatus(current: string[], previous: string[], [from, to]: Range): number[] {
	const free = new Map<string, number[]>();
	for (let position = to - 1; position >= from; position--) {
		const positions = free.get(previous[position]);
		if (positions) positions.push(position);
		else free.set(previous[position], [position]);
	}
	const same = current.map((status) => free.get(status)?.pop());
	const open = same.filter((position) => position === undefined).length;
	const rest = [...free.values()].flat().sort((a, b) => a - b);
	// If there are more positions than entries, the first positions are dropped, because older entries
	// disappear sooner.
	let next = Math.max(0, rest.length - open);
	return same.map((position) => position ?? rest[next++] ?? -1);
}

/** Returns the symbols for the next snapshot. Missing entries keep their symbols and positions. */
function nextSymbols({ current, previous }: ComparedSymbols, positions: number[]): string[] {
	if (current.length >= previous.length) return current;
	const next = [...previous];
	positions.forEach((position, at) => (next[position] = current[at]));
	return next;
}
