import type { SentRequest } from '../../shared/http/sentRequests';
import { phoneKey } from '../../shared/batch/mailingRules';
import { mailboxKey } from '../../shared/values/phoneAndEmail';
import type { Contact } from './readContacts';

/** A contact of one list, and the input items that it comes from: the last one, then the others. */
export interface ListedContact extends Contact {
	listId: string | number;
	indexes: number[];
	/** The request that has sent it, in an earlier try of Retry On Fail. */
	earlier?: SentRequest;
}

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
	for (const [position, given] of [...contacts.entries()].reverse()) {
		const id = ids[position];
		const { key, name } = id ?? {};
		const contact = id ? knownBy(given, id) : given;
		const later = key === undefined ? undefined : known.get(key);
		const rest = later && !contact.earlier ? without(contact, later.names, name) : contact;
		const isNamed = name !== undefined && later?.contact.names.includes(name);
		if (later && isNamed && rest.names.length === 1 && !contact.earlier) {
			later.contact.indexes.push(...contact.indexes);
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

/** A column that identifies a contact, with its value and what it is in this list. */
interface Identity {
	name: string;
	value: string;
	key: string;
}

/** What each contact is known by: its phone, or the one that another item has beside its email. */
function identify(contacts: ListedContact[]): Array<Identity | undefined> {
	const all = contacts.map((contact) => ({
		phone: identityIn(contact, 'phone', phoneKey),
		email: identityIn(contact, 'email', mailboxKey),
	}));
	const phoneOf = new Map<string, Identity>();
	const emailOf = new Map<string, string>();
	const owners = all.map(({ phone, email }) => {
		if (phone && email) {
			phoneOf.set(email.key, phone);
			emailOf.set(phone.key, email.key);
		}
		const owner = email && phoneOf.get(email.key);
		// A contact that has got another email by then is not known by this one.
		return owner && emailOf.get(owner.key) === email.key ? owner : undefined;
	});
	phoneOf.clear();
	for (const [position, { phone, email }] of [...all.entries()].reverse()) {
		if (phone && email) phoneOf.set(email.key, phone);
		if (email) owners[position] ??= phoneOf.get(email.key);
	}
	return all.map(({ phone, email }, position) => {
		const owner = owners[position];
		if (phone || !email || !owner) return phone ?? email;
		// The service knows it by its last email. One that was replaced is sent no more.
		return emailOf.get(owner.key) === email.key ? { ...email, key: owner.key } : owner;
	});
}

function identityIn(
	{ listId, names, values }: ListedContact,
	name: string,
	keyOf: (value: string) => string,
): Identity | undefined {
	const value = values[names.indexOf(name)];
	return value === undefined
		? undefined
		: { name, value, key: `${name} ${listId} ${keyOf(value)}` };
}

/** The contact with what it is known by: its phone in place of an email that is replaced later. */
function knownBy(contact: ListedContact, { name, value }: Identity): ListedContact {
	if (contact.names.includes(name)) return contact;
	const { names, values } = contact;
	return {
		...contact,
		names: names.map((one) => (one === 'email' ? name : one)),
		values: values.map((one, at) => (names[at] === 'email' ? value : one)),
	};
}

function without(contact: ListedContact, names: Set<string>, kept?: string): ListedContact {
	const isLeft = (_: string, position: number) =>
		contact.names[position] === kept || !names.has(contact.names[position]);
	return {
		...contact,
		names: contact.names.filter(isLeft),
		values: contact.values.filter(isLeft),
	};
}
