import { routeToQuery } from '../../../shared/describe/field';
import { smsRecipients } from '../../../shared/api/endpoints';
import { returnAllAndLimitFields } from '../../../shared/describe/fields';
import { smsMailingField } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';

/** GET /api/v1/getSmsDeliveryList, whose `message_id` is the ID of the mailing. */
export const getMailingRecipients: Operation = {
	...smsRecipients,
	name: 'Get Recipients',
	value: 'getRecipients',
	description: 'List the recipients of a mailing and their delivery status',
	fields: [...routeToQuery(smsMailingField), ...returnAllAndLimitFields],
};
