import { okResultRecord } from '../../../shared/api/responseShapes';
import { defaultCountryCodeOption } from '../../../shared/describe/options';
import { buildOptions } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/run/operation';
import {
	additionalColumns,
	clearEmptyColumns,
	columns,
	columnsNotice,
	importDryRun,
	importDespiteRejects,
	targetList,
} from '../../fields';
import { planImport } from '../../import/planImport';

/** At most 500 contacts and 30 columns per request, all in the query. */
export const importContacts: Operation = {
	name: 'Import',
	value: 'import',
	action: 'Import contacts',
	description:
		'Import each input item as a contact. A contact that is already in the list is updated.',
	routing: { request: { method: 'POST', url: '/api/v2/importContacts' } },
	tokenIn: 'query',
	effect: 'change',
	fields: [
		targetList,
		columnsNotice,
		columns,
		buildOptions(
			additionalColumns,
			clearEmptyColumns,
			importDespiteRejects,
			importDryRun,
			defaultCountryCodeOption,
		),
	],
	plan: planImport,
	response: okResultRecord('inserted'),
};
