import { routeToMailing } from '../../../shared/describe/field';
import { smsBatchStatus } from '../../../shared/api/endpoints';
import { bareRecord } from '../../../shared/api/responseShapes';
import {
	batchMailingNameField,
	batchPhoneField,
	batchTextField,
	callbackUrlField,
} from '../../../shared/batch/fields';
import { batchOptionFields } from '../../../shared/batch/options';
import { batchOperation } from '../../../shared/batch/planBatch';
import { batchScheduleField, buildOptions } from '../../../shared/describe/fields';
import { senderIdAsTextField } from '../../../shared/describe/resourceLocators';
import { partsNotice } from '../../fields';

export const sendBatch = batchOperation(
	{
		recipientFieldName: 'phone',
		personalFieldNames: ['message'],
		buildMailing: (once, recipients) => ({ ...once, delivery_list: recipients }),
		encoding: 'json',
		statusEndpoint: smsBatchStatus,
		// Empty, as in a public sample request for the API.
		defaultCallbackUrl: '',
	},
	{
		name: 'Send',
		value: 'send',
		action: 'Send SMS batch',
		description:
			'Send one mailing to the recipients of all input items. Intended for 10 or more recipients.',
		routing: { request: { method: 'POST', url: '/api/v1/sendBulkSms' } },
		tokenIn: 'query',
		fields: [
			...routeToMailing(
				senderIdAsTextField,
				batchMailingNameField,
				batchPhoneField,
				batchTextField,
			),
			partsNotice,
			buildOptions(
				...routeToMailing(batchScheduleField, callbackUrlField),
				...batchOptionFields,
			),
		],
		response: { ...bareRecord('uuid'), successFieldValue: 'OK' },
		whenSentAsSms: 'always',
	},
);
