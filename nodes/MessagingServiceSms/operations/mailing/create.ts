import { inBody } from '../../../shared/describe/field';
import { undocumented } from '../../../shared/api/responseShapes';
import { message, notice, options, scheduleTime } from '../../../shared/describe/fields';
import { contactList, senderName } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';
import { sendBetween } from '../../../shared/describe/options';
import { nowToMinute } from '../../../shared/values/dates';
import { mailingName, partsNotice } from '../../fields';

/** The API requires a time, although the mailing waits for Confirm. */
const nowIfEmptyOverrides = {
	hint: "In the workflow's time zone. Leave empty to send when confirmed.",
	description: 'Date and time to send. Leave empty to send as soon as the mailing is confirmed.',
	emptyAdvice:
		'Enter a date. To send when confirmed, delete the expression and leave the field empty.',
	makeValueIfEmpty: nowToMinute,
};

export const createMailing: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create SMS mailing',
	description: 'Create a mailing to a contact list. Confirm then sends it.',
	routing: { request: { method: 'POST', url: '/api/v1/sendSmsList' } },
	tokenIn: 'form',
	effect: 'change',
	fields: [
		...inBody(senderName, contactList, mailingName, message),
		partsNotice,
		...inBody({ ...scheduleTime('d_schedule'), ...nowIfEmptyOverrides }),
		notice('createNotice', 'Nothing is sent yet. The mailing waits until you use Confirm.'),
		options(sendBetween),
	],
	response: undocumented,
	isSentAsSms: true,
};
