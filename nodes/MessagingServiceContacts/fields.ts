import { contactList } from '../shared/describe/resourceLocators';
import type { Field } from '../shared/describe/field';

export const listName: Field = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Customers',
	description: 'Name of the new list',
};

export const targetList: Field = {
	...contactList,
	description: 'Contact list to import into. Its ID is the list_id.',
};

export const columns: Field = {
	displayName: 'Columns',
	name: 'columns',
	type: 'resourceMapper',
	noDataExpression: true,
	required: true,
	default: { mappingMode: 'autoMapInputData', value: null },
	hint: 'Each contact needs a phone or an email. At most 30 columns.',
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
	apiName: false,
};

/** n8n's resource mapper offers the columns that it was given and no others. */
export const extraColumns: Field = {
	displayName: 'Additional Columns',
	name: 'extraColumns',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Column',
	default: {},
	description: 'Columns that the list does not have yet. An import has at most 30 columns.',
	options: [
		{
			name: 'column',
			displayName: 'Column',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. CITY',
					description: 'Name of the column, the same for all contacts',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					description: 'Value of the column, read from every item',
				},
			],
		},
	],
	apiName: false,
};

export const rejectsAsItems: Field = {
	displayName: 'Rejects as Items',
	name: 'rejectsAsItems',
	type: 'boolean',
	default: false,
	description:
		'Whether to output each rejected contact as an item with its error (on the error output, if enabled)',
	apiName: false,
};
