import { envelopeWith } from '../../../shared/api/responseShapes';
import { batchOperation } from '../../../shared/batch/planBatch';
import {
	fromItems,
	mailingsJson,
	messageType,
	readOnceNotice,
	specifyMailings,
} from '../../../shared/batch/fields';
import { batchOptionFields } from '../../../shared/batch/options';
import { email, mailingName, options, scheduleTime } from '../../../shared/describe/fields';
import { emailMailing } from '../../../shared/batch/mailingRules';
import { emailBody, senderEmail, senderName, subject, trackClicks, trackOpens } from '../../fields';

const EXAMPLE = {
	sender_email: 'news@example.com',
	message_type: 'bulk',
	subject: 'Spring sale',
	message: 'Everything at half price',
	delivery_list: ['anna@example.com'],
};

export const sendBatch = batchOperation(
	{
		recipientField: 'email',
		personalFields: ['subject', 'message'],
		buildMailing: (shared, recipients) => ({ ...shared, delivery_list: recipients }),
		validateMailing: emailMailing,
		encoding: 'form',
	},
	{
		name: 'Send',
		value: 'send',
		action: 'Send email batch',
		description: 'Send one mailing to all input items. Intended for 10 or more recipients.',
		method: 'POST',
		path: '/api/v2/sendBulkEmail',
		tokenIn: 'form',
		fields: [
			specifyMailings,
			readOnceNotice,
			fromItems(senderEmail),
			messageType,
			fromItems(email),
			fromItems(subject),
			fromItems(emailBody),
			mailingsJson(EXAMPLE),
			options(
				...[
					mailingName,
					senderName,
					scheduleTime('d_schedule'),
					trackOpens,
					trackClicks,
				].map((field) => fromItems(field)),
				...batchOptionFields,
			),
		],
		response: envelopeWith('uuid'),
	},
);
