import type { Entry } from '../../shared/run/entry';
import { isOpen } from '../../shared/run/ledger';
import { recipientKey } from '../../shared/values/recipientKey';

/** The columns of one item. The import leaves other columns of the contact unchanged. */
export interface Contact {
	listId: string | number;
	columnValues: Map<string, string>;
	hasOmittedEmptyColumn?: boolean;
}

/** A contact to send, with the entries that were merged into it. */
export interface RequestRow extends Pick<Contact, 'listId' | 'columnValues'> {
	entries: Entry[];
}

/**
 * Merges the items of each contact into rows. Two items are the same contact if their phones are equal, or if
 * one of them has no phone and their emails are equal.
 *
 * @param entries all items, including items that an earlier try of Retry On Fail may have sent
 */
export function mergeOrSettleContacts(
	entries: Array<Entry<Contact>>,
	fits: (row: RequestRow) => boolean,
): RequestRow[] {
	const keys = computeContactKeys(entries.map(({ planData }) => planData as Contact));
	const contacts = new Map<string, Array<Entry<Contact>>>();
	for (const [position, entry] of entries.entries()) {
		const items = contacts.get(keys[position]);
		if (items) items.push(entry);
		else contacts.set(keys[position], [entry]);
	}
	return [...contacts.values()].flatMap((items) => mergeOrSettleEntries(items, fits));
}

/**
 * Merges the items of one contact. The last value of each column wins, even if an earlier try sent
 * that value. Items that do not fit into one request become several rows, which share only the
 * identifying column. If an earlier try sent an item of the contact, an item that adds no column is
 * not sent, and gets the state of that try.
 */
function mergeOrSettleEntries(
	entries: Array<Entry<Contact>>,
	fits: (row: RequestRow) => boolean,
): RequestRow[] {
	const columns = new Set<string>();
	const rows: RequestRow[] = [];
	let sent: Entry | undefined;
	for (const entry of entries.reverse()) {
		const { listId, columnValues } = entry.planData as Contact;
		const identifier = columnValues.has('phone') ? 'phone' : 'email';
		const added = [...columnValues].filter(
			([name]) => name === identifier || !columns.has(name),
		);
		const row = rows.at(-1);
		const joined = { listId, columnValues: new Map([...added, ...(row?.columnValues ?? [])]) };
		if (!isOpen(entry)) sent = entry;
		else if (row && fits({ ...row, ...joined })) {
			row.columnValues = joined.columnValues;
			row.entries.push(entry);
		} else if (sent && added.every(([name]) => columns.has(name))) entry.state = sent.state;
		else rows.push({ listId, columnValues: new Map(added), entries: [entry] });
		for (const name of columnValues.keys()) columns.add(name);
	}
	for (const row of rows) row.entries.reverse();
	return rows.reverse();
}

/**
 * Returns the key of each contact: the phone. The key of a contact without a phone is the phone of another item
 * with the same email, or else the email.
 */
function computeContactKeys(contacts: Contact[]): string[] {
	const phoneOf = new Map<string, string>();
	const emailOf = new Map<string, string>();
	const ids = contacts.map((contact) => {
		const [phone, email] = [
			identifierKeyOf(contact, 'phone'),
			identifierKeyOf(contact, 'email'),
		];
		if (phone && email) {
			phoneOf.set(email, phone);
			emailOf.set(phone, email);
		}
		return { phone, email };
	});
	return ids.map(({ phone, email = '' }) => {
		if (phone) return phone;
		const linked = phoneOf.get(email);
		// If a later item changes the email, the old email no longer identifies the contact.
		return linked !== undefined && emailOf.get(linked) === email ? linked : email;
	});
}

/** The same phone or email in another list is another contact. */
function identifierKeyOf({ listId, columnValues }: Contact, column: string): string | undefined {
	const value = columnValues.get(column);
	return value === undefined ? undefined : `${listId} ${recipientKey(value)}`;
}
