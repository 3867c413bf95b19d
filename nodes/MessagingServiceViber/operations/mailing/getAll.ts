import { getMany } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/describe/operation';
import { viberMailings } from '../../../shared/api/endpoints';

/** POST /api/v2/getViberMessages */
export const getAllMailings: Operation = {
	...viberMailings,
	name: 'Get Many',
	value: 'getAll',
	description: 'List the Viber mailings of your account',
	fields: [...getMany],
};
