import { returnAllAndLimitFields } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/run/operation';
import { contactLists } from '../../../shared/api/endpoints';

export const getAllLists: Operation = {
	...contactLists,
	name: 'Get Many',
	value: 'getAll',
	description: 'List the contact lists of your account and their columns',
	fields: [...returnAllAndLimitFields],
};
