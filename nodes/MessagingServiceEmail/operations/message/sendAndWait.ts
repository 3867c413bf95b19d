import { routeToBody } from '../../../shared/describe/field';
import { okResultRecord } from '../../../shared/api/responseShapes';
import { buildOptions } from '../../../shared/describe/fields';
import { emails, messageFormat, waitOptions, responseFields } from '../../../shared/wait/fields';
import { addLinkToEmail } from '../../../shared/wait/link';
import { waitOperation } from '../../../shared/wait/planWait';
import { emailBody, senderEmail, senderName, subject } from '../../fields';

export const sendAndWaitMessage = waitOperation(
	{ recipientFieldName: 'email', addLink: addLinkToEmail, isChargedByLength: false },
	{
		action: 'Send email and wait for response',
		description: 'Send an email with a link, and wait until a recipient responds',
		routing: {
			// No click tracking, because it would replace the signed link with the service's tracking link.
			request: { method: 'POST', url: '/api/v2/sendEmail', body: { track_click: 0 } },
		},
		tokenIn: 'form',
		fields: [
			...routeToBody(senderEmail, emails, {
				...subject,
				placeholder: 'e.g. Refund for order 1042',
			}),
			...routeToBody({
				...emailBody,
				placeholder: 'e.g. May we refund 40 EUR to Anna?',
				hint: 'Plain text, unless Message Format is set to HTML',
				description:
					'Body of the email. A button that opens the response page is added to the body.',
			}),
			...responseFields,
			buildOptions(...routeToBody(senderName), messageFormat, ...waitOptions),
		],
		response: okResultRecord('email_id'),
	},
);
