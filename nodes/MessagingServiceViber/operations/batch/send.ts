import { routeToMailing } from '../../../shared/describe/field';
import { viberBatchStatus } from '../../../shared/api/endpoints';
import { bareRecord } from '../../../shared/api/responseShapes';
import {
	batchMailingNameField,
	batchPhoneField,
	callbackUrlField,
} from '../../../shared/batch/fields';
import { batchOptionFields } from '../../../shared/batch/options';
import { batchOperation } from '../../../shared/batch/planBatch';
import { batchScheduleField, buildOptions } from '../../../shared/describe/fields';
import { batchSenderField } from '../../../shared/describe/resourceLocators';
import { batchContentFields, buildBatchMailing } from './content';

export const sendBatch = batchOperation(
	{
		recipientFieldName: 'phone',
		personalFieldNames: ['message', 'buttonLink'],
		buildMailing: buildBatchMailing,
		encoding: 'json',
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
			...routeToMailing(
				batchSenderField,
				batchMailingNameField,
				batchPhoneField,
				...batchContentFields,
			),
			buildOptions(
				...routeToMailing(batchScheduleField, callbackUrlField),
				...batchOptionFields,
			),
		],
		response: { ...bareRecord('uuid'), successFieldValue: 'OK' },
	},
);
