import { returnAllAndLimitFields } from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/run/operation';
import { templates } from '../../../shared/api/endpoints';

/** POST /api/v2/getTemplateMessages: IDs and names, without the texts */
export const getAllTemplates: Operation = {
	...templates,
	name: 'Get Many',
	value: 'getAll',
	description: 'List the IDs and names of your message templates',
	fields: [...returnAllAndLimitFields],
};
