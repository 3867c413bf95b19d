import { bareList } from '../../../shared/api/responseShapes';
import { byRecipient, oneItemPerRecipient } from '../../../shared/batch/splitStatus';
import { options, uuid } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/describe/operation';

/** The response has an entry per mailing; its `errors` tells what was rejected. */
export const getBatchStatus: Operation = {
	name: 'Get Status',
	value: 'getStatus',
	action: 'Get status of SMS batch',
	description: 'Get the status of each recipient of a batch',
	method: 'POST',
	path: '/api/v1/statusBulkSms',
	tokenIn: 'query',
	effect: 'read',
	fields: [uuid, options(oneItemPerRecipient)],
	toItems: byRecipient,
	response: bareList,
	about: 'batch',
};
