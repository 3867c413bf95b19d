import { contactList } from '../shared/locators';
import type { Field } from '../shared/operation';

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
	description: 'List that the contacts go into',
};

export const columns: Field = {
	displayName: 'Columns',
	name: 'columns',
	type: 'resourceMapper',
	noDataExpression: true,
	required: true,
	default: { mappingMode: 'autoMapInputData', value: null },
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
	wire: false,
};
