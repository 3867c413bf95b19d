import { inBody } from '../../../shared/describe/field';
import { envelopeWith } from '../../../shared/api/responseShapes';
import { email, options, scheduleTime } from '../../../shared/describe/fields';
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
		...inBody(senderEmail, email, subject, emailBody),
		options(
			attachment,
			...inBody(senderName, scheduleTime('d_schedule'), trackOpens, trackClicks),
		),
	],
	file: attachmentFileSetting,
	response: envelopeWith('email_id'),
	knowsRecipients: true,
};
