import { viberMessageRecord } from '../../../shared/api/responseShapes';
import { routeToBody, asOptional } from '../../../shared/describe/field';
import {
	buildForwardAfterField,
	buildOptions,
	recipientPhoneField,
} from '../../../shared/describe/fields';
import { senderNameField, viberNameField } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';
import { replaceSpecialCharactersOption } from '../../../shared/describe/options';
import { forwardableContentFields, imageFileSetting } from '../../content';
import { forwardToSms } from '../../fields';

export const sendMessage: Operation = {
	name: 'Send',
	value: 'send',
	action: 'Send Viber message',
	description: 'Send a Viber message to one phone number',
	routing: { request: { method: 'POST', url: '/api/v2/sendQuickViberMessage' } },
	tokenIn: 'form',
	effect: 'send',
	fields: [
		...routeToBody(viberNameField, recipientPhoneField),
		...forwardableContentFields,
		buildOptions(
			{ ...replaceSpecialCharactersOption, dependsOn: forwardToSms },
			...routeToBody(forwardToSms, buildForwardAfterField('SMS', forwardToSms), {
				...asOptional(senderNameField),
				displayName: 'Forward to SMS: Sender',
				name: 'smsSender',
				dependsOn: forwardToSms,
				description:
					'Sender name of the forwarded SMS. To select a sender name by ID, enter its alphaname_id.',
			}),
		),
	],
	fileUpload: imageFileSetting,
	response: viberMessageRecord,
	knowsRecipients: true,
	whenSentAsSms: 'ifForwarded',
};
