import type { ResourceMapperValue } from 'n8n-workflow';
import { byId, fromList, input, OTHER_PHONE, PHONE, rows, wholeBehaviours } from './row';

const node = 'messagingServiceContacts';

const column = (id: string) => ({
	id,
	displayName: id,
	required: false,
	defaultMatch: false,
	display: true,
	type: 'string' as const,
	canBeUsedToMatch: false,
});

/** Value that the resource mapper saves. */
const columns = (
	mappingMode: 'defineBelow' | 'autoMapInputData',
	value: Record<string, string> | null,
	ids = Object.keys(value ?? {}),
): ResourceMapperValue => ({
	mappingMode,
	value,
	matchingColumns: [],
	schema: ids.map(column),
	attemptToConvertTypes: false,
	convertFieldsToString: false,
});

const mapped = columns('defineBelow', { phone: '={{ $json.tel }}', NAME: '={{ $json.name }}' });
const imported = { inserted: 2, updated: 0, invalid: 0 };
const log = [{ index: 1, error_message: 'invalid phone' }];

const importing = rows(
	node,
	'contact',
	'import',
	{
		title: 'mapped by hand',
		parameters: { listId: fromList('17', 'Customers'), columns: { ...mapped } },
		items: input({ tel: PHONE, name: 'Ann & Co' }, { tel: OTHER_PHONE, name: 'Bob' }),
		sends: [
			{
				query: {
					list_id: '17',
					'field_names[0]': 'phone',
					'field_names[1]': 'NAME',
					'data[0][0]': PHONE,
					'data[0][1]': 'Ann & Co',
					'data[1][0]': OTHER_PHONE,
					'data[1][1]': 'Bob',
				},
				answer: { status: 'OK', result: imported },
			},
		],
		output: [{ ...imported, merged: 0 }],
		pairs: [[0, 1]],
		wholeInput: true,
	},
	{
		title: 'mapped automatically, rejected contacts kept in the log',
		parameters: {
			listId: byId('17'),
			columns: { ...columns('autoMapInputData', null, ['phone', 'email', 'NAME']) },
		},
		items: input(
			{ email: 'ann@example.com', NAME: 'Ann' },
			{ email: 'bob@example.com', NAME: 'Bob' },
		),
		sends: [
			{
				query: {
					list_id: '17',
					'field_names[0]': 'email',
					'field_names[1]': 'NAME',
					'data[0][0]': 'ann@example.com',
					'data[0][1]': 'Ann',
					'data[1][0]': 'bob@example.com',
					'data[1][1]': 'Bob',
				},
				answer: { status: 'OK', result: { inserted: 1, updated: 0, invalid: 1, log } },
			},
		],
		output: [{ inserted: 1, updated: 0, invalid: 1, merged: 0, log }],
		pairs: [[0, 1]],
		wholeInput: true,
	},
);

export const contactsContract = [
	...rows(node, 'list', 'create', {
		title: 'by name',
		parameters: { name: 'Customers & friends' },
		sends: [
			{
				query: { name: 'Customers & friends' },
				answer: { status: 'OK', result: { list_id: 17 } },
			},
		],
		output: [{ list_id: 17 }],
	}),
	...rows(
		node,
		'list',
		'getAll',
		...wholeBehaviours({ wrap: (result) => ({ status: 'OK', result }) }),
		{
			title: 'with the fields of a list',
			parameters: {},
			sends: [
				{
					answer: {
						status: 'OK',
						result: [{ list_id: 17, name: 'Customers', params: 'NAME, CITY' }],
					},
				},
			],
			output: [{ list_id: 17, name: 'Customers', params: 'NAME, CITY' }],
		},
	),
	...importing,
];
