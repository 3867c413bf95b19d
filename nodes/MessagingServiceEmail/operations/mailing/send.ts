import { envelopeWith } from '../../../shared/api/responseShapes';
import { mailingName, notice, options, scheduleTime } from '../../../shared/describe/fields';
import { contactList } from '../../../shared/describe/resourceLocators';
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

export const sendMailing: Operation = {
	name: 'Send',
	value: 'send',
	action: 'Send email mailing',
	description: 'Send an email to a contact list, immediately or at a scheduled time',
	method: 'POST',
	path: '/api/v2/sendEmailByList',
	tokenIn: 'form',
	effect: 'send',
	fields: [
		senderEmail,
		contactList,
		subject,
		emailBody,
		notice(
			'sendNotice',
			'Emails are sent immediately; there is no Confirm step. To send later, add Schedule Time.',
		),
		options(
			mailingName,
			senderName,
			attachment,
			scheduleTime('d_schedule'),
			trackOpens,
			trackClicks,
		),
	],
	file: attachmentFile,
	response: envelopeWith('message_id'),
};
