import { returnAllAndLimitFields } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/run/operation';
import { preparedMessages } from '../../../shared/api/endpoints';

export const getAllPreparedMessages: Operation = {
	...preparedMessages,
	name: 'Get Many',
	value: 'getAll',
	description: 'List the prepared SMS',
	fields: [...returnAllAndLimitFields],
};
