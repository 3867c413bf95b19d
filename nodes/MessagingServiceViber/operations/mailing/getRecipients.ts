import { routeToBody } from '../../../shared/describe/field';
import { viberRecipients } from '../../../shared/api/endpoints';
import { returnAllAndLimitFields } from '../../../shared/describe/fields';
import { viberMailingField } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';

export const getMailingRecipients: Operation = {
	...viberRecipients,
	name: 'Get Recipients',
	value: 'getRecipients',
	description: 'List the recipients of a mailing and their delivery status',
	fields: [...routeToBody(viberMailingField), ...returnAllAndLimitFields],
};
