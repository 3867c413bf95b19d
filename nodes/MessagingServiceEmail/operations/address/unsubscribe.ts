import { routeToBody } from '../../../shared/describe/field';
import { statusOnly } from '../../../shared/api/responseShapes';
import { recipientEmailField, buildNotice, buildOptions } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/run/operation';
import { listIds, unsubscribeReason } from '../../fields';

export const unsubscribeAddress: Operation = {
	name: 'Unsubscribe',
	value: 'unsubscribe',
	action: 'Unsubscribe address',
	description: 'Unsubscribe an email address from selected lists or from all lists',
	routing: { request: { method: 'POST', url: '/api/v2/unsubscribeEmail' } },
	tokenIn: 'form',
	effect: 'change',
	fields: [
		...routeToBody({ ...recipientEmailField, description: 'Email address to unsubscribe' }),
		buildNotice(
			'allListsNotice',
			'The address is unsubscribed from all lists, unless you add Contact List IDs.',
		),
		buildOptions(...routeToBody(listIds, unsubscribeReason)),
	],
	response: statusOnly,
};
