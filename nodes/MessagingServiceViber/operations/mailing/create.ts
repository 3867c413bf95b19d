import { routeToBody } from '../../../shared/describe/field';
import { okResultRecord } from '../../../shared/api/responseShapes';
import {
	mailingNameField,
	buildNotice,
	buildOptions,
	buildScheduleField,
} from '../../../shared/describe/fields';
import { contactListField, viberNameField } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';
import { sendBetweenOption } from '../../../shared/describe/options';
import { contentFields, imageFileSetting } from '../../content';

export const createMailing: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create Viber mailing',
	description: 'Create a mailing to a contact list. To send the mailing, use Confirm.',
	routing: { request: { method: 'POST', url: '/api/v2/sendViberMessageList' } },
	tokenIn: 'form',
	effect: 'change',
	fields: [
		...routeToBody(viberNameField, contactListField),
		...contentFields,
		buildNotice(
			'createNotice',
			'Nothing is sent or charged yet. The mailing waits until you use Confirm.',
		),
		buildOptions(
			...routeToBody(mailingNameField, buildScheduleField('d_schedule')),
			sendBetweenOption,
		),
	],
	fileUpload: imageFileSetting,
	response: okResultRecord('message_id'),
	recipientCountResponseField: 'count_subscribers',
};
