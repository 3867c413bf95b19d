import { returnAllAndLimitFields, simplifyField } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/run/operation';
import { viberMailings } from '../../../shared/api/endpoints';
import { simplifiedMailingFields } from './get';

export const getAllMailings: Operation = {
	...viberMailings,
	name: 'Get Many',
	value: 'getAll',
	description: 'List the Viber mailings of your account',
	fields: [...returnAllAndLimitFields, simplifyField],
	simplifiedFields: simplifiedMailingFields,
};
