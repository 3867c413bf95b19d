import { routeToBody } from '../../../shared/describe/field';
import { undocumentedShape } from '../../../shared/api/responseShapes';
import { smsMailingField } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';

export const getMailing: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get SMS mailing',
	description: 'Get a mailing without confirming it',
	routing: {
		request: { method: 'POST', url: '/api/v1/confirmSendMessageByList', body: { confirm: 0 } },
	},
	tokenIn: 'form',
	effect: 'read',
	fields: routeToBody(smsMailingField),
	response: undocumentedShape,
	statusIsOf: 'mailing',
};
