import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import { readListInEditor } from '../../shared/node/listSearch';
import { contactLists } from '../../shared/api/endpoints';
import { toSingleLine } from '../../shared/values/singleLine';

const toMapperField = (id: string): ResourceMapperField => ({
	id,
	displayName: toSingleLine(id),
	required: false,
	defaultMatch: false,
	canBeUsedToMatch: false,
	display: true,
	type: 'string',
});

/**
 * Columns that are left out: phone and email, because they are always listed first, and
 * `__proto__`, because n8n keeps no value under this name.
 */
const OMITTED_COLUMN_PATTERN = /^(phone|email|__proto__)$/i;

const ENTER_COLUMNS_ADVICE = 'Enter all columns in Additional Columns, including phone and email.';

export async function listColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const chosen = this.getCurrentNodeParameter('listId', { extractValue: true });
	const lists = await readListInEditor(this, contactLists, ENTER_COLUMNS_ADVICE);
	const list = lists.find(({ list_id }) => String(list_id) === String(chosen));
	const columns = String(list?.params ?? '')
		.split(',')
		.map((name) => name.trim())
		.filter((name) => name !== '' && !OMITTED_COLUMN_PATTERN.test(name));
	return { fields: ['phone', 'email', ...columns].map(toMapperField) };
}
