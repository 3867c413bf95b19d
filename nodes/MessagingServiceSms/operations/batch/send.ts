import { smsBatchStatus } from '../../../shared/api/endpoints';
import { recordWith } from '../../../shared/api/responseShapes';
import { batchOperation } from '../../../shared/batch/planBatch';
import {
	batchName,
	batchText,
	fromItems,
	mailingsJson,
	messageType,
	readOnceNotice,
	requiredCallback,
	specifyMailings,
} from '../../../shared/batch/fields';
import { batchOptionFields } from '../../../shared/batch/options';
import { batchScheduleTime, options, phone } from '../../../shared/describe/fields';
import { senderNameAsGiven } from '../../../shared/describe/resourceLocators';
import { smsMailing } from '../../../shared/batch/mailingRules';
import { inParts } from '../../fields';

const EXAMPLE = {
	alphaname_id: '1363',
	name: 'Spring sale',
	message_type: 'bulk',
	text: 'Everything at half price',
	delivery_list: ['380671234567'],
};
export const sendBatch = batchOperation(
	{
		recipientField: 'phone',
		personalFields: ['message'],
		buildMailing: (shared, recipients) => ({ ...shared, delivery_list: recipients }),
		validateMailing: smsMailing,
		encoding: 'object',
		status: smsBatchStatus,
	},
	{
		name: 'Send',
		value: 'send',
		action: 'Send SMS batch',
		description: 'Send one mailing to all input items. Intended for 10 or more recipients.',
		method: 'POST',
		path: '/api/v1/sendBulkSms',
		tokenIn: 'query',
		fields: [
			specifyMailings,
			readOnceNotice,
			fromItems(senderNameAsGiven),
			batchName,
			messageType,
			fromItems(phone),
			inParts(batchText),
			mailingsJson(EXAMPLE),
			...requiredCallback,
			options(fromItems(batchScheduleTime), ...batchOptionFields),
		],
		response: recordWith('uuid'),
		isSms: true,
	},
);
