import { routeToQuery } from '../../../shared/describe/field';
import { smsRecipients } from '../../../shared/api/endpoints';
import { returnAllAndLimitFields } from '../../../shared/describe/fields';
import { preparedMessageField } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';

export const getPreparedMessageRecipients: Operation = {
	...smsRecipients,
	name: 'Get Recipients',
	value: 'getRecipients',
	action: 'Get recipients of prepared SMS',
	description: 'List the recipients of a prepared SMS and their delivery status',
	fields: [...routeToQuery(preparedMessageField), ...returnAllAndLimitFields],
};
