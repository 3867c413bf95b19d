import { routeToBody } from '../../../shared/describe/field';
import { smsMailings } from '../../../shared/api/endpoints';
import { undocumentedShape } from '../../../shared/api/responseShapes';
import { buildNotice } from '../../../shared/describe/fields';
import { smsMailingField } from '../../../shared/describe/resourceLocators';
import type { Operation } from '../../../shared/run/operation';

export const confirmMailing: Operation = {
	name: 'Confirm',
	value: 'confirm',
	action: 'Confirm SMS mailing',
	description: 'Confirm a mailing that was created earlier. The mailing is then sent.',
	routing: {
		request: { method: 'POST', url: '/api/v1/confirmSendMessageByList', body: { confirm: 1 } },
	},
	tokenIn: 'form',
	effect: 'send',
	fields: [
		...routeToBody(smsMailingField),
		buildNotice(
			'confirmNotice',
			'This costs money. The mailing is confirmed and its messages are sent.',
		),
	],
	fetchRecipientCount: async ({ request, fetchCached }) => {
		const mailing = String(request.body?.message_id);
		const mailings = await fetchCached(smsMailings, { token: '' });
		return mailings.find(({ id }) => String(id) === mailing)?.count_phones;
	},
	response: undocumentedShape,
	howToCheckOutcome: 'read the status of the mailing with Mailing > Get Many',
	adviceByHttpStatus: {
		400: 'The balance is too low for this mailing. Top up the balance, then confirm again.',
	},
};
