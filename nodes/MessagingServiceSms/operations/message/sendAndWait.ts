import { routeToQuery } from '../../../shared/describe/field';
import { bareRecord } from '../../../shared/api/responseShapes';
import { buildOptions } from '../../../shared/describe/fields';
import { senderIdAsTextField } from '../../../shared/describe/resourceLocators';
import { phones, question, smsResponseFields, waitOptions } from '../../../shared/wait/fields';
import { addLinkToText } from '../../../shared/wait/link';
import { waitOperation } from '../../../shared/wait/planWait';
import { showCost } from '../../fields';

export const sendAndWaitMessage = waitOperation(
	{ recipientFieldName: 'phone', addLink: addLinkToText, isChargedByLength: true },
	{
		action: 'Send SMS and wait for response',
		description: 'Send an SMS with a link, and wait until a recipient responds',
		routing: { request: { method: 'POST', url: '/api/v1/sendQuickSMS' } },
		tokenIn: 'query',
		fields: [
			...routeToQuery(senderIdAsTextField, phones, question),
			...smsResponseFields,
			buildOptions(...routeToQuery(showCost), ...waitOptions),
		],
		response: bareRecord('sms_id'),
		whenSentAsSms: 'always',
	},
);
