import { viberReplies } from '../../../shared/api/endpoints';
import { getMany, notice } from '../../../shared/describe/fields';
import { viberMailing } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/describe/operation';

/** POST /api/v2/getNewIncomingMessages: replies that were not marked as read */
export const getAllReplies: Operation = {
	...viberReplies,
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many Viber replies',
	description: 'List the new replies to a mailing',
	fields: [
		viberMailing,
		notice(
			'unreadNotice',
			'You get only replies that are not marked as read. Use Mark as Read, or the same replies come again.',
		),
		...getMany,
	],
};
