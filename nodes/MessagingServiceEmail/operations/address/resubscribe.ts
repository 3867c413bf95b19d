import { envelope } from '../../../shared/api/responseShapes';
import { email, notice, options } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/describe/operation';
import { listIds } from '../../fields';

/** POST /api/v2/subscribeEmail: without list IDs for all lists */
export const resubscribeAddress: Operation = {
	name: 'Resubscribe',
	value: 'resubscribe',
	action: 'Resubscribe an address',
	description: 'Allow letters to an address again, for some lists or for all',
	method: 'POST',
	path: '/api/v2/subscribeEmail',
	tokenIn: 'form',
	fields: [
		{ ...email, description: 'Email address that may get letters again' },
		notice(
			'allListsNotice',
			'The address is allowed again for all lists, unless you add Contact List IDs.',
		),
		options(listIds),
	],
	response: envelope,
};
