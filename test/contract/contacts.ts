import type { IDataObject } from 'n8n-workflow';
import { autoColumns } from '../support/autoColumns';
import { byId, fromList, input, ok, OTHER_PHONE, PHONE, rowsOf, wholeRows } from './row';

const node = 'messagingServiceContacts';

const importing = rowsOf([node, 'contact', 'import'], undefined, {
	pairs: [[0, 1]],
	wholeInput: true,
});
const getAll = rowsOf([node, 'list', 'getAll']);
const imported = { inserted: 2, updated: 0, invalid: 0 };
const rejected = {
	...{ inserted: 1, updated: 0, invalid: 1 },
	log: [{ index: 1, error_message: 'invalid phone' }],
};
const list = { list_id: 17, name: 'Customers', params: 'NAME, CITY' };

export const contactsContract = [
	rowsOf([node, 'list', 'create'], ok({ list_id: 17 }))(
		'by name',
		{ name: 'Customers & friends' },
		{ query: { name: 'Customers & friends' } },
	),
	...wholeRows(getAll),
	getAll('with the fields of a list', {}, { answer: ok([list]) }),
	importing(
		'mapped by hand',
		{
			listId: fromList('17', 'Customers'),
			columns: {
				...{ mappingMode: 'defineBelow', matchingColumns: [], schema: [] },
				value: { phone: '={{ $json.tel }}', NAME: '={{ $json.name }}' },
			},
		},
		{
			query: {
				...{ list_id: '17', 'field_names[0]': 'phone', 'field_names[1]': 'NAME' },
				...{ 'data[0][0]': PHONE, 'data[0][1]': 'Ann & Co' },
				...{ 'data[1][0]': OTHER_PHONE, 'data[1][1]': 'Bob' },
			},
			answer: ok(imported),
		},
		{
			items: input({ tel: PHONE, name: 'Ann & Co' }, { tel: OTHER_PHONE, name: 'Bob' }),
			output: [{ ...imported, merged: 0 }],
		},
	),
	importing(
		'mapped automatically, rejected contacts kept in the log',
		{ listId: byId('17'), columns: autoColumns(['NAME']) },
		{
			query: {
				...{ list_id: '17', 'field_names[0]': 'email', 'field_names[1]': 'NAME' },
				...{ 'data[0][0]': 'ann@example.com', 'data[0][1]': 'Ann' },
				...{ 'data[1][0]': 'bob@example.com', 'data[1][1]': 'Bob' },
			},
			answer: ok(rejected),
		},
		{
			items: input(
				{ email: 'ann@example.com', NAME: 'Ann' },
				{ email: 'bob@example.com', NAME: 'Bob' },
			),
			output: [{ ...rejected, merged: 0 }],
		},
	),
	importing(
		'with columns that every object has',
		{ listId: byId('17'), columns: autoColumns(['constructor', '__proto__']) },
		{
			query: {
				...{ list_id: '17', 'field_names[0]': 'phone', 'data[0][0]': PHONE },
				...{ 'field_names[1]': 'constructor', 'data[0][1]': 'Ann' },
				...{ 'field_names[2]': '__proto__', 'data[0][2]': 'Bob' },
			},
			answer: ok(imported),
		},
		{
			items: input(
				JSON.parse(
					`{"phone":"${PHONE}","constructor":"Ann","__proto__":"Bob"}`,
				) as IDataObject,
			),
			...{ output: [{ ...imported, merged: 0 }], pairs: [[0]] },
		},
	),
];
