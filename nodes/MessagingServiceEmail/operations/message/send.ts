import { envelopeWith } from '../../../shared/api/responseShapes';
import { email, options, scheduleTime } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/run/operation';
import {
	attachment,
	attachmentFile,
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
	method: 'POST',
	path: '/api/v2/sendEmail',
	tokenIn: 'form',
	effect: 'send',
	fields: [
		senderEmail,
		email,
		subject,
		emailBody,
		options(senderName, attachment, scheduleTime('d_schedule'), trackOpens, trackClicks),
	],
	file: attachmentFile,
	response: envelopeWith('email_id'),
	knowsRecipients: true,
};
