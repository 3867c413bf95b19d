import { undocumented } from '../../../shared/api/responseShapes';
import { smsMailing } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/describe/operation';

export const getMailingInfo: Operation = {
	name: 'Get Info',
	value: 'getInfo',
	action: 'Get information about an SMS mailing',
	description: 'Get information about a mailing without confirming it',
	method: 'POST',
	path: '/api/v1/confirmSendMessageByList',
	tokenIn: 'form',
	effect: 'read',
	fields: [smsMailing],
	constants: { confirm: 0 },
	response: undocumented,
	about: 'mailing',
};
