import { routeToBody } from '../../../shared/describe/field';
import { viberRecipients } from '../../../shared/api/endpoints';
import { returnAllAndLimit } from '../../../shared/describe/fields';
import { viberMailing } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';

export const getMailingRecipients: Operation = {
	...viberRecipients,
	name: 'Get Recipients',
	value: 'getRecipients',
	description: 'List the recipients of a mailing and their delivery status',
	fields: [...routeToBody(viberMailing), ...returnAllAndLimit],
};
