import { recordWith } from '../../../shared/api/responseShapes';
import { options } from '../../../shared/describe/fields';
import { senderNameAsGiven } from '../../../shared/describe/resourceLocators';
import { phones, question, responseFields, waitOptions } from '../../../shared/wait/fields';
import { linkInText } from '../../../shared/wait/link';
import { waitOperation } from '../../../shared/wait/planWait';
import { showCost } from '../../fields';

export const sendAndWaitMessage = waitOperation(
	{ to: 'phone', addLink: linkInText, isShort: true },
	{
		action: 'Send an SMS and wait for a response',
		description: 'Send an SMS with a link, and wait until a recipient responds',
		method: 'POST',
		path: '/api/v1/sendQuickSMS',
		tokenIn: 'query',
		fields: [
			senderNameAsGiven,
			phones,
			question,
			...responseFields,
			options(showCost, ...waitOptions),
		],
		response: recordWith('sms_id'),
		about: 'recipient',
		isSms: true,
	},
);
