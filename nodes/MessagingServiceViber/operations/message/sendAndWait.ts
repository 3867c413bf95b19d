import { routeToBody } from '../../../shared/describe/field';
import { viberMessageRecord } from '../../../shared/api/responseShapes';
import { buildOptions } from '../../../shared/describe/fields';
import { viberNameField } from '../../../shared/describe/resourceLocators';
import { phones, question, viberResponseFields, waitOptions } from '../../../shared/wait/fields';
import { addLinkButtonOrText } from '../../../shared/wait/link';
import { waitOperation } from '../../../shared/wait/planWait';
import { respondButtonText } from '../../fields';

export const sendAndWaitMessage = waitOperation(
	{ recipientFieldName: 'phone', addLink: addLinkButtonOrText, isChargedByLength: true },
	{
		action: 'Send Viber message and wait for response',
		description: 'Send a Viber message with a link, and wait until a recipient responds',
		routing: { request: { method: 'POST', url: '/api/v2/sendQuickViberMessage' } },
		tokenIn: 'form',
		fields: [
			...routeToBody(viberNameField, phones, question),
			...viberResponseFields,
			buildOptions(...routeToBody(respondButtonText), ...waitOptions),
		],
		response: viberMessageRecord,
	},
);
