import { undocumented } from '../../../shared/api/responseShapes';
import { smsMailing } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';

export const getMailing: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get SMS mailing',
	description: 'Get a mailing without confirming it',
	method: 'POST',
	path: '/api/v1/confirmSendMessageByList',
	tokenIn: 'form',
	effect: 'read',
	fields: [smsMailing],
	constants: { confirm: 0 },
	response: undocumented,
	about: 'mailing',
};
