import { markViberRepliesAsRead } from '../../../shared/api/endpoints';
import type { Operation } from '../../../shared/run/operation';
import { replyIds } from '../../fields';
import { planMarkAsRead } from '../../planMarkAsRead';

export const markRepliesAsRead: Operation = {
	...markViberRepliesAsRead,
	name: 'Mark as Read',
	value: 'markAsRead',
	description: 'Mark replies as read so that Get Many no longer returns them',
	fields: [replyIds],
	plan: planMarkAsRead,
	fieldsDroppedIfFailed: ['marked'],
};
