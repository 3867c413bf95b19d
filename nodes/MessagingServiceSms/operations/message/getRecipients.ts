import { resultList } from '../../../shared/api/responseShapes';
import { getMany } from '../../../shared/describe/fields';
import { preparedMessage } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/describe/operation';

/** GET /api/v1/getSmsDeliveryList */
export const getMessageRecipients: Operation = {
	name: 'Get Recipients',
	value: 'getRecipients',
	action: 'Get the recipients of a prepared SMS',
	description: 'List the phone numbers a text was sent to, with their delivery status',
	method: 'GET',
	path: '/api/v1/getSmsDeliveryList',
	token: 'query',
	reads: true,
	pages: 'query',
	fields: [preparedMessage, ...getMany],
	answer: resultList,
};
