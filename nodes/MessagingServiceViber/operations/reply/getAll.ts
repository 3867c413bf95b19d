import { routeToBody } from '../../../shared/describe/field';
import { newViberReplies } from '../../../shared/api/endpoints';
import {
	returnAllAndLimitFields,
	buildNotice,
	buildOptions,
	waitForRepliesField,
} from '../../../shared/describe/fields';
import { viberMailingField } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';

export const getAllReplies: Operation = {
	...newViberReplies,
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many Viber replies',
	description: 'List the unread replies to a mailing',
	fields: [
		...routeToBody(viberMailingField),
		buildNotice(
			'unreadNotice',
			'This operation returns only unread replies. To prevent the same replies from being returned again, use Mark as Read.',
		),
		...returnAllAndLimitFields,
		buildOptions(waitForRepliesField),
	],
};
