import { importRows, type Row } from '../account/contacts';
import { inOrder } from '../wire/brackets';
import { id, text } from '../wire/formats';
import { ok, type Operation } from './operation';
import { indexed, query, required, token } from '../wire/parameters';
import { refuse } from '../wire/refusal';
import type { Values } from '../wire/values';

const MOST_CONTACTS = 500;
const MOST_FIELDS = 30;

function fieldNames(values: Values): string[] {
	const names = inOrder(values.tree('field_names'), 'field_names').map((name, index) => {
		if (typeof name !== 'string' || name === '') {
			throw refuse(`field_names[${index}]`, 'must be a name');
		}
		return name.toUpperCase();
	});
	if (names.length > MOST_FIELDS) {
		throw refuse('field_names', `at most ${MOST_FIELDS} custom fields`);
	}
	const twice = names.findIndex((name, index) => names.indexOf(name) < index);
	if (twice >= 0) throw refuse(`field_names[${twice}]`, 'named twice');
	if (!names.includes('PHONE') && !names.includes('EMAIL')) {
		throw refuse('field_names', 'must include phone or email');
	}
	return names;
}

/** Cells may be empty or missing, except in the first column, which the API requires. */
function rows(values: Values, names: string[]): Row[] {
	const contacts = inOrder(values.tree('data'), 'data');
	if (contacts.length > MOST_CONTACTS) {
		throw refuse('data', `at most ${MOST_CONTACTS} contacts per call`);
	}
	return contacts.map((contact, index) => {
		if (typeof contact === 'string') throw refuse(`data[${index}]`, 'must have an index');
		if (index === 0 && !contact.has('0')) throw refuse('data[0][0]', 'required');
		const row: Row = new Map();
		for (const [key, value] of contact) {
			const name = `data[${index}][${key}]`;
			const field = /^\d+$/.test(key) ? names[Number(key)] : undefined;
			if (field === undefined) throw refuse(name, 'no field name has this index');
			if (typeof value !== 'string') throw refuse(name, 'must be a value');
			row.set(field, value);
		}
		return row;
	});
}

export const contactOperations: Operation[] = [
	{
		name: 'createSubscriberList',
		version: 'v2',
		method: 'POST',
		parameters: [token('query'), required(query('name', text))],
		run: (service, values) => ok({ list_id: service.addList(values.text('name')).id }),
	},
	{
		name: 'getSubscriberLists',
		version: 'v2',
		method: 'POST',
		parameters: [token('query')],
		run: ({ lists }) =>
			ok(
				[...lists.values()].map((list) => ({
					list_id: list.id,
					name: list.name,
					params: list.params.join(', '),
				})),
			),
	},
	{
		name: 'importContacts',
		version: 'v2',
		method: 'POST',
		parameters: [
			token('query'),
			required(query('list_id', id)),
			required(indexed(query('field_names', text))),
			required(indexed(query('data', text))),
		],
		run: (service, values) => {
			const list = service.list(values.number('list_id'));
			const names = fieldNames(values);
			return ok(importRows(list, names, rows(values, names)));
		},
	},
];
