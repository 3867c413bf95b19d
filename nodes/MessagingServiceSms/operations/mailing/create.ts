import { routeToBody } from '../../../shared/describe/field';
import { undocumentedShape } from '../../../shared/api/responseShapes';
import {
	messageField,
	buildNotice,
	buildOptions,
	buildScheduleField,
} from '../../../shared/describe/fields';
import { contactListField, senderNameField } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';
import { sendBetweenOption } from '../../../shared/describe/options';
import { formatNowToMinute } from '../../../shared/values/dates';
import { mailingName, partsNotice } from '../../fields';

/** The API requires a time, although the mailing waits for Confirm. */
const nowIfEmptyOverrides = {
	hint: "In the workflow's time zone. Leave empty to send the mailing when you confirm it.",
	description: 'Date and time to send. Leave empty to send as soon as the mailing is confirmed.',
	emptyAdvice:
		'Enter a date. To send the mailing when you confirm it, delete the expression and leave the field empty.',
	makeValueIfEmpty: formatNowToMinute,
};

export const createMailing: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create SMS mailing',
	description: 'Create a mailing to a contact list. To send the mailing, use Confirm.',
	routing: { request: { method: 'POST', url: '/api/v1/sendSmsList' } },
	tokenIn: 'form',
	effect: 'change',
	fields: [
		...routeToBody(senderNameField, contactListField, mailingName, messageField),
		partsNotice,
		...routeToBody({ ...buildScheduleField('d_schedule'), ...nowIfEmptyOverrides }),
		buildNotice(
			'createNotice',
			'Nothing is sent yet. The mailing waits until you use Confirm.',
		),
		buildOptions(sendBetweenOption),
	],
	response: undocumentedShape,
	whenSentAsSms: 'always',
};
