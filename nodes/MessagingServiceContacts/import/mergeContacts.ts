import type { Entry } from '../../shared/run/entry';
import { isOpen } from '../../shared/run/ledger';
import { recipientKey } from '../../shared/values/recipientKey';
import type { Contact } from './readContacts';

export interface ListedContact extends Contact {
	listId: string | number;
	/** Of the input items that it comes from: the last one, then the others. */
	entries: Entry[];
}

/** Whether an earlier try of Retry On Fail has sent it, or may have. */
export const wasSent = ({ entries: [entry] }: ListedContact): boolean => !isOpen(entry);

/** What later items have for the same contact. */
interface Later {
	contact: ListedContact;
	names: Set<string>;
}

/**
 * Leaves each column of a contact to the last item that has it. So its last value counts, in whatever
 * order the requests are sent, fail and are sent again. An item that has nothing left becomes part of
 * a later one with the same phone or email. Items are the same contact if their phone is the same, or
 * if one of them has no phone and their email is the same.
 */
export function mergeContacts(contacts: ListedContact[]): ListedContact[] {
	const ids = identify(contacts);
	const known = new Map<string, Later>();
	const merged: ListedContact[] = [];
	for (const [position, contact] of [...contacts.entries()].reverse()) {
		const { key, name } = ids[position] ?? {};
		const later = key === undefined ? undefined : known.get(key);
		const isUnsent = !wasSent(contact);
		const rest = later && isUnsent ? without(contact, later.names, name) : contact;
		const isNamed = name !== undefined && later?.contact.names.includes(name);
		if (later && isNamed && rest.names.length === 1 && isUnsent) {
			later.contact.entries.push(...contact.entries);
		} else {
			merged.push(rest);
		}
		const latest = later ?? { contact: rest, names: new Set() };
		if (key !== undefined) known.set(key, latest);
		// Each item keeps its own: without it, the service would not know the contact.
		for (const one of contact.names) if (one !== name) latest.names.add(one);
	}
	return merged.reverse();
}

/** What each contact is known by: its phone, or the one that another item has beside its email. */
function identify(contacts: ListedContact[]) {
	const all = contacts.map((contact) => ({
		phone: keyIn(contact, 'phone'),
		email: keyIn(contact, 'email'),
	}));
	const phoneOf = new Map<string, string>();
	const emailOf = new Map<string, string>();
	for (const { phone, email } of all) {
		if (!phone || !email) continue;
		phoneOf.set(email.key, phone.key);
		emailOf.set(phone.key, email.key);
	}
	return all.map(({ phone, email }) => {
		if (phone || !email) return phone;
		const linked = phoneOf.get(email.key);
		// A contact that gets another email later is not known by this one.
		const isLinked = linked !== undefined && emailOf.get(linked) === email.key;
		return isLinked ? { ...email, key: linked } : email;
	});
}

/** A column that identifies the contact, and its value in this list. */
function keyIn({ listId, names, values }: ListedContact, column: string) {
	const position = names.indexOf(column);
	if (position < 0) return undefined;
	return { name: column, key: `${column} ${listId} ${recipientKey(values[position])}` };
}

function without(contact: ListedContact, names: Set<string>, identity?: string): ListedContact {
	const isLeft = (_: string, position: number) =>
		contact.names[position] === identity || !names.has(contact.names[position]);
	return {
		...contact,
		names: contact.names.filter(isLeft),
		values: contact.values.filter(isLeft),
	};
}
