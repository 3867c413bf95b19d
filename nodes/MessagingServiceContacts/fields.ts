import { contactList } from '../shared/describe/resourceLocators';
import { notice } from '../shared/describe/fields';
import { optionalText, requiredText, toggle, type Field } from '../shared/describe/field';

export const listName = requiredText('Name', 'name', {
	placeholder: 'e.g. Customers',
	description: 'Name of the new list',
});

export const targetList: Field = {
	...contactList,
	description: 'Contact list to import into. Its ID is the list_id.',
};

/** n8n shows no hint of a resource mapper. */
export const columnsNotice = notice(
	'columnsNotice',
	'Each input item is a contact with phone or email. "Map Automatically" also takes the input fields mobile, tel, mail.',
);

export const columns: Field = {
	displayName: 'Columns',
	name: 'columns',
	type: 'resourceMapper',
	noDataExpression: true,
	required: true,
	default: { mappingMode: 'autoMapInputData', value: null },
	description:
		'Columns of the contact, at most 30. Each contact needs a phone or an email. Map Automatically also takes mobile, tel, mail and similar names for them.',
	typeOptions: {
		loadOptionsDependsOn: ['listId.value'],
		resourceMapper: {
			resourceMapperMethod: 'listColumns',
			mode: 'add',
			fieldWords: { singular: 'column', plural: 'columns' },
			addAllFields: true,
			multiKeyMatch: false,
			supportAutoMap: true,
		},
	},
};

/** n8n's resource mapper offers the columns that it was given and no others. */
export const additionalColumns: Field = {
	displayName: 'Additional Columns',
	name: 'additionalColumns',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add column',
	default: {},
	description: 'Columns that the list does not have yet. An import has at most 30 columns.',
	options: [
		{
			name: 'column',
			displayName: 'Column',
			values: [
				optionalText('Name', 'name', {
					placeholder: 'e.g. CITY',
					description: 'Name of the column, the same for all contacts',
				}),
				optionalText('Value', 'value', {
					description: 'Value of the column, read from every item',
				}),
			],
		},
	],
};

export const clearEmpty = toggle('Clear Empty Columns', 'clearEmpty', {
	description:
		'Whether an empty value clears the field of the contact. Without this option, empty values are omitted, the contact keeps its values, and partly empty columns take many requests. A phone or an email is never cleared.',
});

export const rejectsAsItems = toggle('Rejects as Items', 'rejectsAsItems', {
	description:
		'Whether to output each rejected contact as an item with its error (on the error output, if enabled), and to import the others. Contacts that this step finds wrong are among them.',
});
