import { envelope } from '../../../shared/api/responseShapes';
import { notice, options, scheduleTime } from '../../../shared/describe/fields';
import { contactList } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/describe/operation';
import {
	attachment,
	attachmentFile,
	letter,
	mailingName,
	senderEmail,
	senderName,
	subject,
	trackClick,
	trackOpen,
} from '../../fields';

/** POST /api/v2/sendEmailByList: it goes out at once, or at the scheduled time */
export const createMailing: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Send an email mailing',
	description: 'Send a letter to a contact list, at once or at a set time',
	method: 'POST',
	path: '/api/v2/sendEmailByList',
	tokenIn: 'form',
	fields: [
		contactList,
		senderEmail,
		subject,
		letter,
		notice(
			'createNotice',
			'The letters go out at once: there is no Confirm step. To send later, add Schedule Time.',
		),
		options(
			mailingName,
			senderName,
			attachment,
			scheduleTime('d_schedule'),
			trackOpen,
			trackClick,
		),
	],
	file: attachmentFile,
	response: envelope,
};
