import type { IDataObject } from 'n8n-workflow';
import type { EntryFields } from '../eventSources';
import { isId, keyOf } from '../state/fingerprint';

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
export function sentAt({ d_sent }: IDataObject): string {
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
	const text = field ? String(value) : JSON.stringify({ ...recipient, ...CHANGING });
	return keyOf(text);
}
