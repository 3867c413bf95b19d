import { viberMessageId } from '../../../shared/api/responseShapes';
import { inBody, asOptional } from '../../../shared/describe/field';
import { forwardAfter, options, phone } from '../../../shared/describe/fields';
import { senderName, viberName } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';
import { replaceSpecialCharacters } from '../../../shared/describe/options';
import { forwardableContentFields, imageFile } from '../../content';
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
		...inBody(viberName, phone),
		...forwardableContentFields,
		options(
			{ ...replaceSpecialCharacters, dependsOn: forwardToSms },
			...inBody(forwardToSms, forwardAfter('SMS', forwardToSms), {
				...asOptional(senderName),
				displayName: 'Forward to SMS: Sender',
				name: 'smsSender',
				dependsOn: forwardToSms,
				description: 'Sender name of the forwarded SMS. Its ID is the alphaname_id.',
			}),
		),
	],
	file: imageFile,
	response: viberMessageId,
	knowsRecipients: true,
	isSentAsSms: 'ifForwarded',
};
