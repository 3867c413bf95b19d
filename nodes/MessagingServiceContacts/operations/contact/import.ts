import { envelopeWith } from '../../../shared/api/responseShapes';
import { options } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/describe/operation';
import { columns, extraColumns, rejectsAsItems, targetList } from '../../fields';
import { importItems } from '../../import/runImport';

const operation: Omit<Operation, 'execute'> = {
	name: 'Import',
	value: 'import',
	action: 'Import contacts',
	description: 'Add all input items to a contact list, or update those it already holds',
	method: 'POST',
	path: '/api/v2/importContacts',
	tokenIn: 'query',
	fields: [targetList, columns, options(extraColumns, rejectsAsItems)],
	response: envelopeWith('inserted'),
};

/** POST /api/v2/importContacts: at most 500 contacts and 30 fields a call, all in the query */
export const importContacts: Operation = {
	...operation,
	async execute() {
		return [await importItems(this, operation)];
	},
};
