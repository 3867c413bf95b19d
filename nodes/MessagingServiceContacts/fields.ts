import { dryRunOption } from '../shared/describe/options';
import { contactListField } from '../shared/describe/resourceLocators';
import { buildNotice } from '../shared/describe/fields';
import {
	buildOptionalText,
	buildRequiredText,
	buildToggleOnByDefault,
	type Field,
} from '../shared/describe/field';

export const listName = buildRequiredText('Name', 'name', {
	placeholder: 'e.g. Customers',
	description: 'Name of the new list',
});

export const targetList: Field = {
	...contactListField,
	description: 'Contact list to import into. To select a list by ID, enter its list_id.',
};

/** A notice, because n8n does not show the hint of a resource mapper. */
export const columnsNotice = buildNotice(
	'columnsNotice',
	'Each item is a contact. If an expression sets the list, add columns other than phone and email in Additional Columns.',
);

export const columns: Field = {
	displayName: 'Columns',
	name: 'columns',
	type: 'resourceMapper',
	noDataExpression: true,
	required: true,
	default: { mappingMode: 'defineBelow', value: null },
	description:
		'Columns of the contact, at most 30. Each contact needs a phone or an email. With Map Automatically, the columns of the list are filled from the input fields with the same names. Fields named mobile, tel, mail and the like also fill phone and email.',
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

/** Labels that n8n's form shows for the resource mapper. Used in errors. */
export const MAPPER_LABELS = {
	mode: 'Mapping Column Mode',
	autoMapInputData: 'Map Automatically',
	defineBelow: 'Values to Send',
};

/** For new columns, because n8n's resource mapper offers only the columns that the list already has. */
export const additionalColumns: Field = {
	displayName: 'Additional Columns',
	name: 'additionalColumns',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add column',
	default: {},
	description:
		'Columns that the form does not show: new columns, or the columns of a list that is set by an expression. An import has at most 30 columns. With Map Automatically, leave Value empty to fill a column from the input field with the same name.',
	options: [
		{
			name: 'column',
			displayName: 'Column',
			values: [
				buildOptionalText('Name', 'name', {
					placeholder: 'e.g. CITY',
					description: 'Name of the column, the same for all contacts',
				}),
				buildOptionalText('Value', 'value', {
					description: 'Value of the column, evaluated for each item',
				}),
			],
		},
	],
};

export const clearEmptyColumns = buildToggleOnByDefault('Clear Empty Columns', 'clearEmpty', {
	description:
		'Whether empty values clear the columns of the contact. Without this option, empty values change nothing, but contacts that do not have the same columns filled are imported in separate requests. A phone or an email is never cleared.',
});

export const importDryRun: Field = {
	...dryRunOption,
	description:
		'Whether to return what would be imported, without importing anything. To import, remove this option.',
};

export const importDespiteRejects = buildToggleOnByDefault('Rejects as Items', 'rejectsAsItems', {
	description:
		'Whether to return each invalid contact as an item with its error (on the error output, if enabled), and to import the other contacts. A contact is invalid if this step or the service rejects the contact.',
});
