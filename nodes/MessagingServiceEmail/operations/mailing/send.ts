import { inBody } from '../../../shared/describe/field';
import { envelopeWith } from '../../../shared/api/responseShapes';
import { mailingName, notice, options, scheduleTime } from '../../../shared/describe/fields';
import { contactList } from '../../../shared/describe/resourceLocators';
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
		...inBody(senderEmail, contactList, subject, emailBody),
		notice(
			'sendNotice',
			'Emails are sent immediately; there is no Confirm step. To send later, add Schedule Time.',
		),
		options(
			attachment,
			...inBody(mailingName, senderName, scheduleTime('d_schedule')),
			...inBody(trackOpens, trackClicks),
		),
	],
	file: attachmentFileSetting,
	response: envelopeWith('message_id'),
};
