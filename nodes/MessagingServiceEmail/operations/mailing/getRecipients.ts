import { routeToBody, apiNameRouting } from '../../../shared/describe/field';
import { emailRecipients } from '../../../shared/api/endpoints';
import { returnAllAndLimitFields, buildIdField } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/run/operation';

export const getMailingRecipients: Operation = {
	...emailRecipients,
	name: 'Get Recipients',
	value: 'getRecipients',
	description: 'List the recipients of a mailing and their delivery status',
	fields: [
		...routeToBody({
			...buildIdField(
				'Mailing',
				'mailingId',
				'ID of the mailing. The service cannot list email mailings, so enter the ID.',
			),
			hint: 'The message_id that Send returned',
			routing: apiNameRouting('message_id'),
		}),
		...returnAllAndLimitFields,
	],
};
