import { routeToMailing } from '../../../shared/describe/field';
import { emailBatchStatus } from '../../../shared/api/endpoints';
import { okResultRecord } from '../../../shared/api/responseShapes';
import { batchEmailField } from '../../../shared/batch/fields';
import { batchOptionFields } from '../../../shared/batch/options';
import { batchOperation } from '../../../shared/batch/planBatch';
import {
	mailingNameField,
	buildOptions,
	buildScheduleField,
} from '../../../shared/describe/fields';
import { emailBody, senderEmail, senderName, subject, trackClicks, trackOpens } from '../../fields';

export const sendBatch = batchOperation(
	{
		recipientFieldName: 'email',
		personalFieldNames: ['subject', 'message'],
		buildMailing: (once, recipients) => ({ ...once, delivery_list: recipients }),
		encoding: 'form',
		statusEndpoint: emailBatchStatus,
	},
	{
		name: 'Send',
		value: 'send',
		action: 'Send email batch',
		description:
			'Send one mailing to the recipients of all input items. Intended for 10 or more recipients.',
		routing: { request: { method: 'POST', url: '/api/v2/sendBulkEmail' } },
		tokenIn: 'form',
		fields: [
			...routeToMailing(senderEmail, batchEmailField, subject, emailBody),
			buildOptions(
				...routeToMailing(mailingNameField, senderName, buildScheduleField('d_schedule')),
				...routeToMailing(trackOpens, trackClicks),
				...batchOptionFields,
			),
		],
		response: okResultRecord('uuid'),
	},
);
