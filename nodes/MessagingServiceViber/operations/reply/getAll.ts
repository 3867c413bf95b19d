import { envelopeList } from '../../../shared/answers';
import { getMany } from '../../../shared/fields';
import { viberMailing } from '../../../shared/locators';
import type { Operation } from '../../../shared/operation';

/** POST /api/v2/getNewIncomingMessages: replies that were not marked as read */
export const getAllReplies: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many Viber replies',
	description: 'List the new replies to a mailing',
	method: 'POST',
	path: '/api/v2/getNewIncomingMessages',
	token: 'form',
	reads: true,
	fields: [viberMailing, ...getMany],
	answer: envelopeList,
};
