import { email as emailFormat, phone as phoneFormat } from '../wire/formats';
import type { Contact, ContactList } from './records';

export interface ImportResult {
	inserted: number;
	updated: number;
	invalid: number;
	log?: Array<{ index: number; error_message: string }>;
}

/** A new list has two fields, and an import adds others. The API documents neither rule. */
export const newList = (id: number, name: string): ContactList => ({
	id,
	name,
	params: ['PHONE', 'EMAIL'],
	contacts: [],
	byPhone: new Map(),
	byEmail: new Map(),
});

/** Values of an imported contact by upper-case field name. */
export type Row = Map<string, string>;

export function importRows(list: ContactList, names: string[], rows: Row[]): ImportResult {
	for (const name of names) if (!list.params.includes(name)) list.params.push(name);
	const result: ImportResult = { inserted: 0, updated: 0, invalid: 0 };
	rows.forEach((row, index) => {
		const problem = problemOf(row);
		if (problem !== undefined) {
			result.invalid += 1;
			(result.log ??= []).push({ index, error_message: problem });
			return;
		}
		const existing = find(list, row);
		if (existing) result.updated += 1;
		else result.inserted += 1;
		write(list, existing ?? add(list), row);
	});
	return result;
}

function problemOf(row: Row): string | undefined {
	const phone = row.get('PHONE') ?? '';
	const email = row.get('EMAIL') ?? '';
	if (phone === '' && email === '') return 'Neither phone nor email given';
	if (phone !== '' && phoneFormat(phone) !== undefined) return 'Invalid phone';
	if (email !== '' && emailFormat(email) !== undefined) return 'Invalid email';
	return undefined;
}

function find(list: ContactList, row: Row): Contact | undefined {
	return (
		list.byPhone.get(row.get('PHONE') ?? '') ??
		list.byEmail.get((row.get('EMAIL') ?? '').toLowerCase())
	);
}

function add(list: ContactList): Contact {
	const contact: Contact = { phone: '', email: '', fields: new Map() };
	list.contacts.push(contact);
	return contact;
}

/** Changes only the contact's fields that the row contains. An empty value clears its field. */
function write(list: ContactList, contact: Contact, row: Row): void {
	for (const [name, value] of row) contact.fields.set(name, value);
	list.byPhone.delete(contact.phone);
	list.byEmail.delete(contact.email.toLowerCase());
	contact.phone = contact.fields.get('PHONE') ?? '';
	contact.email = contact.fields.get('EMAIL') ?? '';
	if (contact.phone !== '') list.byPhone.set(contact.phone, contact);
	if (contact.email !== '') list.byEmail.set(contact.email.toLowerCase(), contact);
}

/** Replaces `{name}` with the contact's field. Unknown names stay as they are. */
export const fillIn = (text: string, contact: Contact): string =>
	text.replace(/\{(\w+)\}/g, (whole, name: string) => {
		return contact.fields.get(name.toUpperCase()) ?? whole;
	});
