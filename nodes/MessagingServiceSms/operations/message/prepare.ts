import { recordWith } from '../../../shared/api/responseShapes';
import { inQuery, asOptional } from '../../../shared/describe/field';
import { message, notice, options, scheduleTime } from '../../../shared/describe/fields';
import { senderName } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';
import { messageName, partsNotice } from '../../fields';

export const prepareMessage: Operation = {
	name: 'Prepare',
	value: 'prepare',
	action: 'Prepare SMS',
	description:
		'Store a text without sending it. Send Prepared then sends it, as often as you need.',
	routing: { request: { method: 'GET', url: '/api/v1/createSmsMessage' } },
	tokenIn: 'query',
	effect: 'change',
	fields: [
		...inQuery(message),
		partsNotice,
		notice('prepareNotice', 'Nothing is sent yet. Send Prepared sends it.'),
		options(...inQuery(messageName, asOptional(senderName), scheduleTime('time'))),
	],
	response: { ...recordWith('message_id', { mayAlreadyExist: true }), status: 'ok' },
	isSentAsSms: true,
};
