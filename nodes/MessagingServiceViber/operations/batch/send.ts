import { inMailing } from '../../../shared/describe/field';
import { viberBatchStatus } from '../../../shared/api/endpoints';
import { recordWith } from '../../../shared/api/responseShapes';
import { batchMailingName, batchPhone, callbackUrl } from '../../../shared/batch/fields';
import { batchOptionFields } from '../../../shared/batch/options';
import { batchOperation } from '../../../shared/batch/planBatch';
import { batchScheduleTime, options } from '../../../shared/describe/fields';
import { batchSender } from '../../../shared/describe/resourceLocators';
import { batchContentFields, buildBatchMailing } from './content';

export const sendBatch = batchOperation(
	{
		recipientField: 'phone',
		personalFieldNames: ['message', 'buttonLink'],
		buildMailing: buildBatchMailing,
		encoding: 'object',
		statusEndpoint: viberBatchStatus,
	},
	{
		name: 'Send',
		value: 'send',
		action: 'Send Viber batch',
		description: 'Send one mailing to the recipients of all input items',
		routing: { request: { method: 'POST', url: '/api/v1/sendBulkViber' } },
		tokenIn: 'query',
		fields: [
			...inMailing(batchSender, batchMailingName, batchPhone, ...batchContentFields),
			options(...inMailing(batchScheduleTime, callbackUrl), ...batchOptionFields),
		],
		response: { ...recordWith('uuid'), success: 'OK' },
	},
);
