import {
	bareList,
	envelopeList,
	envelopeRecord,
	nameList,
	resultList,
	statusOnly,
} from './responseShapes';
import type { Endpoint } from './endpoint';

/** Returns an endpoint with the effect `read`. The token is in the query by default. */
const createReadEndpoint = (
	action: string,
	request: `${'GET' | 'POST'} /api/v${1 | 2}/${string}`,
	endpoint: Pick<Endpoint, 'response'> & Partial<Omit<Endpoint, 'effect'>>,
): Endpoint => {
	const [method, url] = request.split(' ') as ['GET' | 'POST', string];
	return {
		tokenIn: 'query',
		effect: 'read',
		action,
		routing: { request: { method, url } },
		...endpoint,
	};
};

/** POST /api/v2/getSubscriberLists: list_id, name, params */
export const contactLists = createReadEndpoint(
	'Get many contact lists',
	'POST /api/v2/getSubscriberLists',
	{
		response: envelopeList,
	},
);

/** POST /api/v2/getTemplateMessages: id and name */
export const templates = createReadEndpoint(
	'Get many templates',
	'POST /api/v2/getTemplateMessages',
	{
		response: envelopeList,
	},
);

/** POST /api/v2/getViberMessages: page in the form, token in the query */
export const viberMailings = createReadEndpoint(
	'Get many Viber mailings',
	'POST /api/v2/getViberMessages',
	{
		pageParametersIn: 'form',
		rowKeyFields: ['message_id'],
		response: envelopeList,
		statusIsOf: 'mailing',
	},
);

/** GET /api/v1/getMessagesList: texts created with createSmsMessage */
export const preparedMessages = createReadEndpoint(
	'Get many prepared SMS',
	'GET /api/v1/getMessagesList',
	{
		pageParametersIn: 'query',
		rowKeyFields: ['message_id'],
		response: resultList,
	},
);

/** GET /api/v1/getSMSMessages: not paged, 406 if there is no mailing */
export const smsMailings = createReadEndpoint(
	'Get many SMS mailings',
	'GET /api/v1/getSMSMessages',
	{
		response: {
			status: 'success',
			dataKey: 'data',
			expectedData: 'list',
			emptyListHttpStatus: 406,
		},
		statusIsOf: 'mailing',
	},
);

/** GET /api/v1/getAlphanames: undocumented (getAlphanameId is). Public clients read a map of ID to name. */
export const senderNames = createReadEndpoint('List sender names', 'GET /api/v1/getAlphanames', {
	response: nameList,
});

/** POST /api/v2/getVibernames: documented only as the source of vibername_id */
export const viberNames = createReadEndpoint('List Viber names', 'POST /api/v2/getVibernames', {
	response: nameList,
});

/** GET /api/v1/getVibernames: the endpoint that public clients use */
export const viberNamesOfV1 = createReadEndpoint('List Viber names', 'GET /api/v1/getVibernames', {
	response: nameList,
});

/** POST /api/v2/getTemplateMessageById: id, name, message, parts */
export const templateById = createReadEndpoint(
	'Get template',
	'POST /api/v2/getTemplateMessageById',
	{
		response: envelopeRecord('id', { isRequestedById: true }),
	},
);

/** POST /api/v2/getNewIncomingMessages: replies that are not marked as read */
export const viberReplies = createReadEndpoint(
	'Get new Viber replies',
	'POST /api/v2/getNewIncomingMessages',
	{
		tokenIn: 'form',
		response: envelopeList,
	},
);

/** POST /api/v2/getViberDeliveryList: not paged */
export const viberRecipients = createReadEndpoint(
	'Get recipients of Viber mailing',
	'POST /api/v2/getViberDeliveryList',
	{ tokenIn: 'form', response: envelopeList, statusIsOf: 'recipient' },
);

/** POST /api/v2/getViberDeliveryData: phone, status, error_code */
export const viberMessageStatus = createReadEndpoint(
	'Get delivery of Viber message',
	'POST /api/v2/getViberDeliveryData',
	{ tokenIn: 'form', response: envelopeRecord('status'), statusIsOf: 'recipient' },
);

/** GET /api/v1/getSmsDeliveryList: paged; recipients have no ID, and the same phone may be listed again */
export const smsRecipients = createReadEndpoint(
	'Get recipients of SMS mailing',
	'GET /api/v1/getSmsDeliveryList',
	{
		pageParametersIn: 'query',
		rowKeyFields: ['phone', 'd_sent'],
		response: resultList,
		statusIsOf: 'recipient',
	},
);

/** POST /api/v2/getEmailDeliveryList: not paged */
export const emailRecipients = createReadEndpoint(
	'Get recipients of email mailing',
	'POST /api/v2/getEmailDeliveryList',
	{ tokenIn: 'form', response: envelopeList, statusIsOf: 'recipient' },
);

/**
 * POST /api/v1/statusBulkSms: one entry per mailing; its `errors` has texts about rejected recipients, or
 * advice
 */
export const smsBatchStatus = createReadEndpoint(
	'Get status of SMS batch',
	'POST /api/v1/statusBulkSms',
	{
		response: bareList,
		statusIsOf: 'batch',
	},
);

/** POST /api/v1/statusBulkViber: one entry per mailing, as for SMS */
export const viberBatchStatus = createReadEndpoint(
	'Get status of Viber batch',
	'POST /api/v1/statusBulkViber',
	{
		response: bareList,
		statusIsOf: 'batch',
	},
);

/** POST /api/v2/statusBulkEmail: one entry per mailing; its `errors` has the rejected addresses */
export const emailBatchStatus = createReadEndpoint(
	'Get status of email batch',
	'POST /api/v2/statusBulkEmail',
	{
		tokenIn: 'form',
		response: envelopeList,
		statusIsOf: 'batch',
	},
);

/** POST /api/v2/readResponseStatus: the API cannot mark a reply as unread */
export const markViberRepliesAsRead: Endpoint = {
	action: 'Mark Viber replies as read',
	routing: { request: { method: 'POST', url: '/api/v2/readResponseStatus' } },
	tokenIn: 'form',
	effect: 'repeatableChange',
	response: statusOnly,
};
