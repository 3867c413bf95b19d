import { envelope } from '../../../shared/api/responseShapes';
import { at } from '../../../shared/describe/fields';
import { viberMailing } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/describe/operation';

/** POST /api/v2/getViberMessageData */
export const getMailing: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get a Viber mailing',
	description: 'See one mailing with its status and cost',
	method: 'POST',
	path: '/api/v2/getViberMessageData',
	token: 'query',
	reads: true,
	fields: [at('form', viberMailing)],
	answer: envelope,
};
