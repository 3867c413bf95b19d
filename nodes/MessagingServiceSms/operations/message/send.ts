import { bareRecord } from '../../../shared/api/responseShapes';
import { routeToBody, routeToQuery, asOptional } from '../../../shared/describe/field';
import {
	buildForwardAfterField,
	messageField,
	buildOptions,
	recipientPhoneField,
} from '../../../shared/describe/fields';
import { senderIdAsTextField, viberNameField } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';
import { forwardToViber, partsNotice, showCost } from '../../fields';

export const sendMessage: Operation = {
	name: 'Send',
	value: 'send',
	action: 'Send SMS',
	description: 'Send an SMS to one phone number',
	routing: { request: { method: 'POST', url: '/api/v1/sendQuickSMS' } },
	tokenIn: 'query',
	effect: 'send',
	fields: [
		...routeToQuery(senderIdAsTextField, recipientPhoneField, messageField),
		partsNotice,
		buildOptions(
			...routeToQuery(showCost),
			...routeToBody(
				forwardToViber,
				buildForwardAfterField('Viber', forwardToViber),
				asOptional({
					...viberNameField,
					displayName: 'Forward to Viber: Sender',
					name: 'viberSender',
					dependsOn: forwardToViber,
					description:
						'Viber sender name of the forwarded message. To select a sender name by ID, enter its vibername_id.',
				}),
			),
		),
	],
	response: bareRecord('sms_id'),
	knowsRecipients: true,
	whenSentAsSms: 'always',
};
