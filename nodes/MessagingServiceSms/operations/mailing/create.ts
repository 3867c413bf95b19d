import { undocumented } from '../../../shared/api/responseShapes';
import { required } from '../../../shared/describe/field';
import { message, notice, scheduleTime } from '../../../shared/describe/fields';
import { contactList, senderName } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/describe/operation';
import { mailingName } from '../../fields';

export const createMailing: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create an SMS mailing',
	description: 'Create a mailing to a contact list. It is sent after Confirm.',
	method: 'POST',
	path: '/api/v1/sendSmsList',
	tokenIn: 'form',
	fields: [
		senderName,
		contactList,
		mailingName,
		message,
		required(scheduleTime('d_schedule')),
		notice('createNotice', 'Nothing is sent yet. The mailing waits until you use Confirm.'),
	],
	response: undocumented,
};
