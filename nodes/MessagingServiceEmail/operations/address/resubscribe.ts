import { routeToBody } from '../../../shared/describe/field';
import { statusOnly } from '../../../shared/api/responseShapes';
import { recipientEmailField, buildNotice, buildOptions } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/run/operation';
import { listIds } from '../../fields';

export const resubscribeAddress: Operation = {
	name: 'Resubscribe',
	value: 'resubscribe',
	action: 'Resubscribe address',
	description: 'Resubscribe an email address to selected lists or to all lists',
	routing: { request: { method: 'POST', url: '/api/v2/subscribeEmail' } },
	tokenIn: 'form',
	effect: 'change',
	fields: [
		...routeToBody({ ...recipientEmailField, description: 'Email address to resubscribe' }),
		buildNotice(
			'allListsNotice',
			'The address is resubscribed to all lists, unless you add Contact List IDs.',
		),
		buildOptions(...routeToBody(listIds)),
	],
	response: statusOnly,
};
