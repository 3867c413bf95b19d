import { recordWith } from '../../../shared/api/responseShapes';
import { optional } from '../../../shared/describe/field';
import { message, notice, options, scheduleTime } from '../../../shared/describe/fields';
import { senderName } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';
import { inParts, messageName } from '../../fields';

export const prepareMessage: Operation = {
	name: 'Prepare',
	value: 'prepare',
	action: 'Prepare SMS',
	description:
		'Store a text without sending it. Send Prepared sends it to any number of phone numbers.',
	method: 'GET',
	path: '/api/v1/createSmsMessage',
	tokenIn: 'query',
	effect: 'change',
	fields: [
		inParts(message),
		notice('prepareNotice', 'Nothing is sent yet. Send Prepared sends it.'),
		options(messageName, optional(senderName), scheduleTime('time')),
	],
	response: { ...recordWith('message_id', { mayExist: true }), status: 'ok' },
	isSms: true,
};
