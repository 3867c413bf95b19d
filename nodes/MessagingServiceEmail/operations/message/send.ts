import { routeToBody } from '../../../shared/describe/field';
import { okResultRecord } from '../../../shared/api/responseShapes';
import {
	recipientEmailField,
	buildOptions,
	buildScheduleField,
} from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/run/operation';
import {
	attachment,
	attachmentFileSetting,
	emailBody,
	senderEmail,
	senderName,
	subject,
	trackClicks,
	trackOpens,
} from '../../fields';

export const sendMessage: Operation = {
	name: 'Send',
	value: 'send',
	action: 'Send email',
	description: 'Send an email to one recipient',
	routing: { request: { method: 'POST', url: '/api/v2/sendEmail' } },
	tokenIn: 'form',
	effect: 'send',
	fields: [
		...routeToBody(senderEmail, recipientEmailField, subject, emailBody),
		buildOptions(
			attachment,
			...routeToBody(senderName, buildScheduleField('d_schedule'), trackOpens, trackClicks),
		),
	],
	fileUpload: attachmentFileSetting,
	response: okResultRecord('email_id'),
	knowsRecipients: true,
};
