import { envelopeList } from '../../../shared/api/responseShapes';
import { byRecipient, oneItemPerRecipient } from '../../../shared/batch/splitStatus';
import { options, uuid, waitForFinalStatus } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/describe/operation';

/** The response has an entry per mailing; its `errors` tells what was rejected. */
export const getBatchStatus: Operation = {
	name: 'Get Status',
	value: 'getStatus',
	action: 'Get status of email batch',
	description: 'Get the status of each recipient of a batch',
	method: 'POST',
	path: '/api/v2/statusBulkEmail',
	tokenIn: 'form',
	effect: 'read',
	fields: [uuid, options(oneItemPerRecipient, waitForFinalStatus)],
	toItems: byRecipient,
	response: envelopeList,
	about: 'batch',
};
