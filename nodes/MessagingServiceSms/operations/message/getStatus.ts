import { undocumented } from '../../../shared/api/responseShapes';
import { preparedMessage } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/describe/operation';

/** GET /api/v1/checkSMSMessageStatus: the documentation shows no answer body */
export const getMessageStatus: Operation = {
	name: 'Get Status',
	value: 'getStatus',
	action: 'Get the status of a prepared SMS',
	description: 'See what the service says about a text made with Prepare',
	method: 'GET',
	path: '/api/v1/checkSMSMessageStatus',
	tokenIn: 'query',
	idempotent: true,
	fields: [preparedMessage],
	response: undocumented,
};
