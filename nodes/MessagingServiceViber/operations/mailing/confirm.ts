import { statusOnly } from '../../../shared/api/responseShapes';
import { routeToBody } from '../../../shared/describe/field';
import { buildNotice } from '../../../shared/describe/fields';
import { viberMailingField } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';

export const confirmMailing: Operation = {
	name: 'Confirm',
	value: 'confirm',
	action: 'Confirm Viber mailing',
	description:
		'Confirm a mailing that was created earlier. The mailing is then charged and sent.',
	routing: { request: { method: 'POST', url: '/api/v2/confirmViberMessage' } },
	tokenIn: 'query',
	effect: 'send',
	fields: [
		...routeToBody(viberMailingField),
		buildNotice(
			'confirmNotice',
			'This costs money. The price of the mailing is taken from your balance, and the mailing is sent.',
		),
	],
	response: statusOnly,
	howToCheckOutcome: 'read the status of the mailing with Mailing > Get',
};
