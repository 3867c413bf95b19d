import { envelope } from '../../../shared/api/responseShapes';
import type { Operation } from '../../../shared/describe/operation';
import { incomingMessages } from '../../fields';

/** POST /api/v2/readResponseStatus */
export const markRepliesAsRead: Operation = {
	name: 'Mark as Read',
	value: 'markAsRead',
	action: 'Mark Viber replies as read',
	description: 'Take replies out of the list of new ones',
	method: 'POST',
	path: '/api/v2/readResponseStatus',
	token: 'form',
	fields: [incomingMessages],
	answer: envelope,
};
