import type { IDataObject } from 'n8n-workflow';
import { deliveryResultOf } from '../shared/api/statusWords';
import { recipientKey } from '../shared/values/recipientKey';
import {
	decodeSymbolsByKey,
	encodeSymbolsByKey,
	indexOfSymbol,
	canBeId,
	toNumericKey,
	symbolOfIndex,
	splitSymbols,
	removeErrorCode,
	joinStatusAndCode,
} from './encoding';
import type { EntryKeyFields } from './events';
import type { State } from './state';

interface StatusChange {
	recipient: IDataObject;
	/** Null if the recipient is new. */
	previousStatus: string | null;
}

export interface SavedMailing {
	/** Undefined at the first read of the mailing. */
	snapshot?: string;
	/** All mailings share this table, to which a comparison adds new statuses. */
	statusTable: State['statusTable'];
}

/**
 * Compares the recipients of a mailing with the snapshot. A recipient who is missing from the list stays in the
 * snapshot, so as not to seem new when listed again.
 *
 * @param recipients all listed recipients, in any order
 * @returns `changes` in the order of the list
 */
export function findStatusChanges(
	recipients: IDataObject[],
	{ snapshot = '', statusTable }: SavedMailing,
	fields: EntryKeyFields,
): { changes: StatusChange[]; nextSnapshot: string } {
	const statuses = decodeSymbolsByKey(snapshot, statusTable.length);
	const comparison = new StatusComparison(statusTable);
	const { entryByNumericKey, repeatedEntriesByNumericKey } = groupEntries(recipients, fields);
	let isSame = true;
	for (const [key, recipient] of entryByNumericKey) {
		const previous = statuses.get(key) ?? '';
		const entries = repeatedEntriesByNumericKey.get(key);
		// A single entry is compared by a faster function, because nearly every recipient has a single entry.
		const isSingleEntry = entries === undefined && previous.length <= 1;
		const next = isSingleEntry
			? comparison.updateSymbol(recipient, previous)
			: comparison.updateSymbols(entries ?? [recipient], previous);
		if (next === previous) continue;
		statuses.set(key, next);
		isSame = false;
	}
	const changes = comparison.listChanges(recipients);
	return { changes, nextSnapshot: isSame ? snapshot : encodeSymbolsByKey(statuses) };
}

/** Collects the entries whose status differs from the snapshot. */
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

	/** @returns the symbol for the next snapshot */
	updateSymbol(recipient: IDataObject, previous: string): string {
		const symbol = this.getOrAddSymbol(recipient);
		if (symbol !== previous) this.changed.set(recipient, this.statusOfSymbol(previous));
		return symbol;
	}

	/** @returns the symbols for the next snapshot */
	updateSymbols(entries: IDataObject[], symbols: string): string {
		const previous = splitSymbols(symbols);
		const current = entries.map((entry) => this.getOrAddSymbol(entry));
		const positions = matchSnapshotPositions(
			entries,
			{ current, previous },
			this.goesBackToPending,
		);
		positions.forEach((position, at) => {
			const isSame = previous[position] === current[at];
			if (!isSame)
				this.changed.set(entries[at], this.statusOfSymbol(previous[position] ?? ''));
		});
		return mergeSymbols({ current, previous }, positions).join('');
	}

	listChanges(recipients: IDataObject[]): StatusChange[] {
		const changes: StatusChange[] = [];
		for (const recipient of recipients) {
			const previousStatus = this.changed.get(recipient);
			if (previousStatus !== undefined) changes.push({ recipient, previousStatus });
		}
		return changes;
	}

	private getOrAddSymbol(recipient: IDataObject): string {
		const text = joinStatusAndCode(recipient);
		const existing = this.symbols.get(text);
		if (existing !== undefined) return existing;
		const index = this.freeIndexes.pop() ?? this.statusTable.length;
		const symbol = symbolOfIndex(index);
		this.statusTable[index] = text;
		this.symbols.set(text, symbol);
		return symbol;
	}

	private statusOfSymbol(symbol: string): string | null {
		return symbol === ''
			? null
			: removeErrorCode(this.statusTable[indexOfSymbol(symbol)] ?? '');
	}

	readonly goesBackToPending = (previous: string, current: string): boolean =>
		typeof deliveryResultOf(this.statusOfSymbol(previous)) === 'boolean' &&
		deliveryResultOf(this.statusOfSymbol(current)) === null;
}

interface EntriesByRecipient {
	/** One entry of each recipient, in the order of the list. */
	entryByNumericKey: Map<number, IDataObject>;
	/** All entries of recipients with several entries, sorted by the time of sending. */
	repeatedEntriesByNumericKey: Map<number, IDataObject[]>;
}

/**
 * Groups entries by recipient. If several entries have the same ID, only the last is used. Entries without an ID
 * but with the same address are separate messages, e.g. an SMS that was sent twice.
 */
function groupEntries(recipients: IDataObject[], fields: EntryKeyFields): EntriesByRecipient {
	const entryByNumericKey: EntriesByRecipient['entryByNumericKey'] = new Map();
	const repeatedEntriesByNumericKey: EntriesByRecipient['repeatedEntriesByNumericKey'] =
		new Map();
	for (const recipient of recipients) {
		const key = computeNumericKey(recipient, fields);
		const first = entryByNumericKey.get(key);
		if (first === undefined || (fields.idField && canBeId(recipient[fields.idField]))) {
			entryByNumericKey.set(key, recipient);
			continue;
		}
		const entries = repeatedEntriesByNumericKey.get(key) ?? [first];
		entries.push(recipient);
		repeatedEntriesByNumericKey.set(key, entries);
	}
	for (const entries of repeatedEntriesByNumericKey.values()) entries.sort(compareSentTimes);
	return { entryByNumericKey, repeatedEntriesByNumericKey };
}

/** Clears the fields that change, because they cannot identify a recipient. */
const CLEARED_CHANGING_FIELDS = {
	error: undefined,
	status: undefined,
	error_code: undefined,
	error_text: undefined,
};

const UNHASHED_NUMBER_LIMIT = 1e15;

/** Returns the ID or address of an entry if it is a number below 10^15, otherwise a hash. */
function computeNumericKey(
	recipient: IDataObject,
	{ idField, addressField }: EntryKeyFields,
): number {
	const entryId = idField && recipient[idField];
	const value = canBeId(entryId) ? entryId : addressField && recipient[addressField];
	if (typeof value === 'number' && Number.isInteger(value)) {
		if (value >= 0 && value < UNHASHED_NUMBER_LIMIT) return value;
	}
	if (!canBeId(value))
		return toNumericKey(JSON.stringify({ ...recipient, ...CLEARED_CHANGING_FIELDS }));
	return toNumericKey(canBeId(entryId) ? String(value) : recipientKey(value));
}

/** A text that sorts after every date, so that entries without a date come last. */
const NOT_SENT_SORT_KEY = '~';

function toSentSortKey({ d_sent }: IDataObject): string {
	const text = String(d_sent ?? '');
	return /[1-9]/.test(text) ? text : NOT_SENT_SORT_KEY;
}

function compareSentTimes(a: IDataObject, b: IDataObject): number {
	const [first, second] = [toSentSortKey(a), toSentSortKey(b)];
	return first < second ? -1 : first > second ? 1 : 0;
}

/** Symbols of one recipient: `current` from the list, `previous` from the snapshot. */
interface ComparedSymbols {
	current: string[];
	previous: string[];
}

/**
 * Assigns a position in the snapshot to each entry of one phone. Entries and positions are in the order of
 * sending, so entries after the last position are new. In three cases the order is unreliable, and entries with
 * an unchanged status get their positions first:
 *
 * - Several entries were sent in the same second or have no date.
 * - There are fewer entries than positions, so the list lacks some entries.
 * - By this order, a final status would turn back into a pending status.
 *
 * @returns the position of each entry; a position outside the snapshot for a new entry
 */
function matchSnapshotPositions(
	entries: IDataObject[],
	{ current, previous }: ComparedSymbols,
	goesBackToPending: StatusComparison['goesBackToPending'],
): number[] {
	if (current.length >= previous.length) {
		const positions = matchByTime(entries, { current, previous });
		if (
			!positions.some((position, at) =>
				goesBackToPending(previous[position] ?? '', current[at]),
			)
		)
			return positions;
	}
	return matchByStatus(current, previous, [0, previous.length]);
}

function matchByTime(entries: IDataObject[], { current, previous }: ComparedSymbols): number[] {
	const positions: number[] = [];
	const { length } = previous;
	for (let first = 0; first < entries.length; ) {
		let end = first + 1;
		while (end < entries.length && compareSentTimes(entries[first], entries[end]) === 0) end++;
		const range: PositionRange = [Math.min(first, length), Math.min(end, length)];
		for (const position of matchByStatus(current.slice(first, end), previous, range))
			positions.push(position);
		first = end;
	}
	return positions;
}

/** The range excludes `to`. */
type PositionRange = [from: number, to: number];

/** Assigns positions in a range to entries, first to the entries with an unchanged status. */
function matchByStatus(current: string[], previous: string[], [from, to]: PositionRange): number[] {
	const free = new Map<string, number[]>();
	for (let position = to - 1; position >= from; position--) {
		const positions = free.get(previous[position]);
		if (positions) positions.push(position);
		else free.set(previous[position], [position]);
	}
	const same = current.map((status) => free.get(status)?.pop());
	const open = same.filter((position) => position === undefined).length;
	const rest = [...free.values()].flat().sort((a, b) => a - b);
	// If there are more positions than entries, the first positions are skipped. These positions belong to
	// the oldest entries, which disappear from the list first.
	let next = Math.max(0, rest.length - open);
	return same.map((position) => position ?? rest[next++] ?? -1);
}

/** Entries that are missing from the list keep their symbols and positions. */
function mergeSymbols({ current, previous }: ComparedSymbols, positions: number[]): string[] {
	if (current.length >= previous.length) return current;
	const next = [...previous];
	positions.forEach((position, at) => (next[position] = current[at]));
	return next;
}
