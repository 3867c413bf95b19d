import { routeToBody } from '../../../shared/describe/field';
import { okResultRecord } from '../../../shared/api/responseShapes';
import {
	mailingNameField,
	buildNotice,
	buildOptions,
	buildScheduleField,
} from '../../../shared/describe/fields';
import { contactListField } from '../../../shared/describe/resourceLocators';
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

export const sendMailing: Operation = {
	name: 'Send',
	value: 'send',
	action: 'Send email mailing',
	description: 'Send an email to a contact list, immediately or at a scheduled time',
	routing: { request: { method: 'POST', url: '/api/v2/sendEmailByList' } },
	tokenIn: 'form',
	effect: 'send',
	fields: [
		...routeToBody(senderEmail, contactListField, subject, emailBody),
		buildNotice(
			'sendNotice',
			'Emails are sent immediately; there is no Confirm step. To send later, add Schedule Time.',
		),
		buildOptions(
			attachment,
			...routeToBody(mailingNameField, senderName, buildScheduleField('d_schedule')),
			...routeToBody(trackOpens, trackClicks),
		),
	],
	fileUpload: attachmentFileSetting,
	response: okResultRecord('message_id'),
};
