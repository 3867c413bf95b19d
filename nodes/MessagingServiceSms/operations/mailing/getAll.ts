import { getMany, options } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/describe/operation';
import { smsMailings } from '../../../shared/api/endpoints';
import { createdVia } from '../../fields';

/** GET /api/v1/getSMSMessages: 406 means that there is none */
export const getAllMailings: Operation = {
	...smsMailings,
	name: 'Get Many',
	value: 'getAll',
	description: 'List the SMS mailings of your account',
	fields: [...getMany, options(createdVia)],
};
