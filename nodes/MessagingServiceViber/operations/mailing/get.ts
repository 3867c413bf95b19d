import { envelopeWith } from '../../../shared/api/responseShapes';
import { sentIn } from '../../../shared/describe/field';
import { viberMailing } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/describe/operation';

export const getMailing: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get Viber mailing',
	description: 'Get a mailing with its status and cost',
	method: 'POST',
	path: '/api/v2/getViberMessageData',
	tokenIn: 'query',
	effect: 'read',
	fields: [sentIn('form', viberMailing)],
	response: envelopeWith('message_id'),
	about: 'mailing',
};
