import { viberBatchStatus } from '../../../shared/api/endpoints';
import { recordWith } from '../../../shared/api/responseShapes';
import { batchOperation } from '../../../shared/batch/planBatch';
import {
	batchName,
	fromItems,
	mailingsJson,
	messageType,
	optionalCallback,
	readOnceNotice,
	specifyMailings,
} from '../../../shared/batch/fields';
import { batchOptionFields } from '../../../shared/batch/options';
import { batchScheduleTime, options, phone } from '../../../shared/describe/fields';
import { batchSender } from '../../../shared/describe/resourceLocators';
import { viberMailing } from '../../../shared/batch/mailingRules';
import { batchContent, batchMailing } from './content';

const EXAMPLE = {
	alphaname_id: '1363',
	name: 'Spring sale',
	message_type: 'bulk',
	content: { type: 'text', text: 'Everything at half price' },
	delivery_list: ['380671234567'],
};

export const sendBatch = batchOperation(
	{
		recipientField: 'phone',
		personalFields: ['message', 'buttonLink'],
		buildMailing: batchMailing,
		validateMailing: viberMailing,
		encoding: 'object',
		status: viberBatchStatus,
	},
	{
		name: 'Send',
		value: 'send',
		action: 'Send Viber batch',
		description: 'Send one mailing to all input items',
		method: 'POST',
		path: '/api/v1/sendBulkViber',
		tokenIn: 'query',
		fields: [
			specifyMailings,
			readOnceNotice,
			fromItems(batchSender),
			batchName,
			messageType,
			fromItems(phone),
			...batchContent,
			mailingsJson(EXAMPLE),
			...optionalCallback,
			options(fromItems(batchScheduleTime), ...batchOptionFields),
		],
		response: recordWith('uuid'),
	},
);
