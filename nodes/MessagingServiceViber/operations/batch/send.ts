import { recordWith } from '../../../shared/api/responseShapes';
import { batchOperation } from '../../../shared/batch/planBatch';
import {
	batchName,
	callbackUrl,
	fromItems,
	mailingsJson,
	messageType,
	readOnceNotice,
	resumeWaitNode,
	specifyMailings,
} from '../../../shared/batch/fields';
import { batchOptionFields, parametersIn } from '../../../shared/batch/options';
import { batchScheduleTime, options, phone } from '../../../shared/describe/fields';
import { senderName } from '../../../shared/describe/resourceLocators';
import { idAsGiven } from '../../../shared/values/singleLine';
import { phoneKey, viberMailing } from '../../../shared/batch/mailingRules';
import { batchContent, batchMailing } from './content';

const EXAMPLE = {
	alphaname_id: '1363',
	name: 'Spring sale',
	message_type: 'bulk',
	content: { type: 'text', text: 'Everything at half price' },
	delivery_list: ['380671234567'],
};

const NO_CALLBACK = 'Enter the URL. For no callback, leave the field empty without an expression.';

export const sendBatch = batchOperation(
	{
		recipientField: 'phone',
		recipientKey: phoneKey,
		personalFields: ['message', 'buttonLink'],
		buildMailing: batchMailing,
		validateMailing: viberMailing,
		encoding: 'object',
	},
	{
		name: 'Send',
		value: 'send',
		action: 'Send a Viber batch',
		description: 'Send one mailing to all input items',
		method: 'POST',
		path: '/api/v1/sendBulkViber',
		tokenIn: 'query',
		fields: [
			specifyMailings,
			readOnceNotice,
			fromItems({ ...senderName, parse: idAsGiven }),
			batchName,
			messageType,
			fromItems(phone),
			...batchContent,
			mailingsJson(EXAMPLE),
			resumeWaitNode,
			callbackUrl({ emptyAdvice: NO_CALLBACK }),
			options(fromItems(batchScheduleTime), parametersIn, ...batchOptionFields),
		],
		response: recordWith('uuid'),
	},
);
