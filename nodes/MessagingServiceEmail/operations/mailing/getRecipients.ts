import { emailRecipients } from '../../../shared/api/endpoints';
import { getMany, plainId } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/describe/operation';

/** POST /api/v2/getEmailDeliveryList */
export const getMailingRecipients: Operation = {
	...emailRecipients,
	name: 'Get Recipients',
	value: 'getRecipients',
	action: 'Get the recipients of an email mailing',
	description: 'List the addresses of a mailing with their delivery status',
	fields: [
		plainId('Mailing ID', 'messageId', 'The message_id that creating the mailing returned'),
		...getMany,
	],
};
