import { bareRecord } from '../../../shared/api/responseShapes';
import { routeToQuery, asOptional } from '../../../shared/describe/field';
import {
	messageField,
	buildNotice,
	buildOptions,
	buildScheduleField,
} from '../../../shared/describe/fields';
import { senderNameField } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';
import { messageName, partsNotice } from '../../fields';

export const prepareMessage: Operation = {
	name: 'Prepare',
	value: 'prepare',
	action: 'Prepare SMS',
	description:
		'Store a text without sending it. To send the text, use Send Prepared, as often as you need.',
	routing: { request: { method: 'GET', url: '/api/v1/createSmsMessage' } },
	tokenIn: 'query',
	effect: 'change',
	fields: [
		...routeToQuery(messageField),
		partsNotice,
		buildNotice('prepareNotice', 'Nothing is sent yet. To send this SMS, use Send Prepared.'),
		buildOptions(
			...routeToQuery(messageName, asOptional(senderNameField), buildScheduleField('time')),
		),
	],
	response: { ...bareRecord('message_id', { mayAlreadyExist: true }), envelopeStatus: 'ok' },
	whenSentAsSms: 'always',
};
