import type { Entry } from '../../shared/run/entry';
import { isOpen } from '../../shared/run/ledger';
import { recipientKey } from '../../shared/values/recipientKey';

/** The contact of one item: its list, and its values by column. A column that is absent stays as it is. */
export interface Contact {
	listId: string | number;
	values: Map<string, string>;
	/** Whether empty values were omitted. */
	hasEmpty?: boolean;
}

/** A contact as it is sent, and the input items that it comes from. */
export interface Row extends Pick<Contact, 'listId' | 'values'> {
	entries: Entry[];
}

/**
 * Makes one row of the items of each contact. Items are the same contact if their phone is the same, or if one of
 * them has no phone and their email is the same.
 *
 * @param entries also those that an earlier try of Retry On Fail has sent, or may have
 * @param fits whether a row fits a request
 */
export function mergeContacts(entries: Array<Entry<Contact>>, fits: (row: Row) => boolean): Row[] {
	const keys = contactKeys(entries.map(({ content }) => content as Contact));
	const contacts = new Map<string, Array<Entry<Contact>>>();
	for (const [position, entry] of entries.entries()) {
		const items = contacts.get(keys[position]);
		if (items) items.push(entry);
		else contacts.set(keys[position], [entry]);
	}
	return [...contacts.values()].flatMap((items) => rowsOf(items, fits));
}

/**
 * The last value of each column counts, also if it was sent by an earlier try. Items that do not fit a request
 * together have several rows, and no column is in two of them. An item that adds nothing to what was sent is
 * not sent, and has the same state.
 */
function rowsOf(entries: Array<Entry<Contact>>, fits: (row: Row) => boolean): Row[] {
	const columns = new Set<string>();
	const rows: Row[] = [];
	let sent: Entry | undefined;
	for (const entry of entries.reverse()) {
		const { listId, values } = entry.content as Contact;
		const identifier = values.has('phone') ? 'phone' : 'email';
		const added = [...values].filter(([name]) => name === identifier || !columns.has(name));
		const row = rows.at(-1);
		const joined = { listId, values: new Map([...added, ...(row?.values ?? [])]) };
		if (!isOpen(entry)) sent = entry;
		else if (row && fits({ ...row, ...joined })) {
			row.values = joined.values;
			row.entries.push(entry);
		} else if (sent && added.every(([name]) => columns.has(name))) entry.state = sent.state;
		else rows.push({ listId, values: new Map(added), entries: [entry] });
		for (const name of values.keys()) columns.add(name);
	}
	for (const row of rows) row.entries.reverse();
	return rows.reverse();
}

/** What each contact is known by: its phone, or the one that another item has beside its email. */
function contactKeys(contacts: Contact[]): string[] {
	const phoneOf = new Map<string, string>();
	const emailOf = new Map<string, string>();
	const ids = contacts.map((contact) => {
		const [phone, email] = [identityOf(contact, 'phone'), identityOf(contact, 'email')];
		if (phone && email) {
			phoneOf.set(email, phone);
			emailOf.set(phone, email);
		}
		return { phone, email };
	});
	return ids.map(({ phone, email = '' }) => {
		if (phone) return phone;
		const linked = phoneOf.get(email);
		// A contact that gets another email later is not known by this one.
		return linked !== undefined && emailOf.get(linked) === email ? linked : email;
	});
}

/** The value of a column that identifies the contact in its list. */
function identityOf({ listId, values }: Contact, column: string): string | undefined {
	const value = values.get(column);
	return value === undefined ? undefined : `${listId} ${recipientKey(value)}`;
}
