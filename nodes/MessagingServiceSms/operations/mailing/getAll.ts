import { routeToQuery } from '../../../shared/describe/field';
import {
	returnAllAndLimitFields,
	buildOptions,
	simplifyField,
} from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/run/operation';
import { smsMailings } from '../../../shared/api/endpoints';
import { createdVia } from '../../fields';

export const getAllMailings: Operation = {
	...smsMailings,
	name: 'Get Many',
	value: 'getAll',
	description: 'List the SMS mailings of your account',
	fields: [...returnAllAndLimitFields, simplifyField, buildOptions(...routeToQuery(createdVia))],
	simplifiedFields: [
		'id',
		'name',
		'alphaname',
		'status',
		'is_finished',
		'd_create',
		'd_schedule',
		'count_phones',
		'sms_delivered',
		'cost',
	],
};
