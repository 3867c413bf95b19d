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
	hasPhone: boolean;
}

const KEYS: Array<[name: string, keyOf: (value: string) => string]> = [
	['phone', phoneKey],
	['email', mailboxKey],
];

/**
 * Leaves each column of a contact to the last item that has it. So its last value counts, in whatever
 * order the requests are sent, fail and are sent again. An item that has nothing left becomes part of
 * the later one. Items are the same contact if their phone is the same, or if one of them has no
 * phone and their email is the same.
 */
export function mergeContacts(contacts: ListedContact[]): ListedContact[] {
	const known = new Map<string, Later>();
	const merged: ListedContact[] = [];
	for (const contact of [...contacts].reverse()) {
		const keys = keysOf(contact);
		const hasPhone = keys[0]?.isPhone ?? false;
		const match = keys.find(({ key, isPhone }) => {
			const found = known.get(key);
			return found && (isPhone || !hasPhone || !found.hasPhone);
		});
		const later = match && known.get(match.key);
		const rest =
			later && !contact.earlier ? without(contact, later.names, match.name) : contact;
		if (later && rest.names.length === 1 && !contact.earlier) {
			later.contact.indexes.push(...contact.indexes);
		} else {
			merged.push(rest);
		}
		const latest = later ?? { contact: rest, names: new Set<string>(), hasPhone };
		latest.hasPhone ||= hasPhone;
		for (const { key } of keys) {
			const all = known.get(key) ?? latest;
			known.set(key, all);
			for (const name of contact.names) all.names.add(name);
		}
	}
	return merged.reverse();
}

/** What identifies the contact, the phone first: a column, and its value in this list. */
function keysOf({ listId, names, values }: ListedContact) {
	return KEYS.flatMap(([column, keyOf]) => {
		const position = names.findIndex((name) => name.toLowerCase() === column);
		if (position < 0) return [];
		const key = `${column} ${listId} ${keyOf(values[position])}`;
		return [{ name: names[position], key, isPhone: column === 'phone' }];
	});
}

function without(contact: ListedContact, names: Set<string>, kept: string): ListedContact {
	const isLeft = (_: string, position: number) =>
		contact.names[position] === kept || !names.has(contact.names[position]);
	return {
		...contact,
		names: contact.names.filter(isLeft),
		values: contact.values.filter(isLeft),
	};
}
