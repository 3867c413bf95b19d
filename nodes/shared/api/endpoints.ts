import {
	bareList,
	okResultList,
	okResultRecord,
	namesById,
	resultList,
	statusOnly,
} from './responseShapes';
import type { Endpoint } from './endpoint';

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

/** Records have list_id, name and params. */
export const contactLists = createReadEndpoint(
	'Get many contact lists',
	'POST /api/v2/getSubscriberLists',
	{
		response: okResultList,
	},
);

/** Records have id and name. */
export const templates = createReadEndpoint(
	'Get many templates',
	'POST /api/v2/getTemplateMessages',
	{
		response: okResultList,
	},
);

export const viberMailings = createReadEndpoint(
	'Get many Viber mailings',
	'POST /api/v2/getViberMessages',
	{
		pageParametersIn: 'form',
		rowKeyFields: ['message_id'],
		response: okResultList,
		statusIsOf: 'mailing',
	},
);

/** Texts created with createSmsMessage. */
export const preparedMessages = createReadEndpoint(
	'Get many prepared SMS',
	'GET /api/v1/getMessagesList',
	{
		pageParametersIn: 'query',
		rowKeyFields: ['message_id'],
		response: resultList,
	},
);

export const smsMailings = createReadEndpoint(
	'Get many SMS mailings',
	'GET /api/v1/getSMSMessages',
	{
		response: {
			envelopeStatus: 'success',
			dataKey: 'data',
			expectedData: 'list',
			emptyListHttpStatus: 406,
		},
		statusIsOf: 'mailing',
	},
);

/**
 * Undocumented, unlike getAlphanameId. According to published client libraries, the response maps IDs to names.
 */
export const senderNames = createReadEndpoint('List sender names', 'GET /api/v1/getAlphanames', {
	response: namesById,
});

/** Documented only as the source of vibername_id. */
export const viberNames = createReadEndpoint('List Viber names', 'POST /api/v2/getVibernames', {
	response: namesById,
});

/** The endpoint from which published client libraries read Viber names. */
export const viberNamesOfV1 = createReadEndpoint('List Viber names', 'GET /api/v1/getVibernames', {
	response: namesById,
});

/** The record has id, name, message and parts. */
export const templateById = createReadEndpoint(
	'Get template',
	'POST /api/v2/getTemplateMessageById',
	{
		response: okResultRecord('id', { mayOmitId: true }),
	},
);

/** Replies that are not marked as read. */
export const newViberReplies = createReadEndpoint(
	'Get new Viber replies',
	'POST /api/v2/getNewIncomingMessages',
	{
		tokenIn: 'form',
		response: okResultList,
	},
);

export const viberRecipients = createReadEndpoint(
	'Get recipients of Viber mailing',
	'POST /api/v2/getViberDeliveryList',
	{ tokenIn: 'form', response: okResultList, statusIsOf: 'recipient' },
);

/** The record has phone, status and error_code. */
export const viberMessageStatus = createReadEndpoint(
	'Get delivery of Viber message',
	'POST /api/v2/getViberDeliveryData',
	{ tokenIn: 'form', response: okResultRecord('status'), statusIsOf: 'recipient' },
);

/** Recipients have no ID, and the same phone may be listed more than once. */
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

export const emailRecipients = createReadEndpoint(
	'Get recipients of email mailing',
	'POST /api/v2/getEmailDeliveryList',
	{ tokenIn: 'form', response: okResultList, statusIsOf: 'recipient' },
);

/** One entry per mailing. The `errors` of an entry contains texts about rejected recipients, or advice. */
export const smsBatchStatus = createReadEndpoint(
	'Get status of SMS batch',
	'POST /api/v1/statusBulkSms',
	{
		response: bareList,
		statusIsOf: 'batch',
	},
);

/** One entry per mailing, as for SMS. */
export const viberBatchStatus = createReadEndpoint(
	'Get status of Viber batch',
	'POST /api/v1/statusBulkViber',
	{
		response: bareList,
		statusIsOf: 'batch',
	},
);

/** One entry per mailing. The `errors` of an entry contains the rejected addresses. */
export const emailBatchStatus = createReadEndpoint(
	'Get status of email batch',
	'POST /api/v2/statusBulkEmail',
	{
		tokenIn: 'form',
		response: okResultList,
		statusIsOf: 'batch',
	},
);

export const markViberRepliesAsRead: Endpoint = {
	action: 'Mark Viber replies as read',
	routing: { request: { method: 'POST', url: '/api/v2/readResponseStatus' } },
	tokenIn: 'form',
	effect: 'repeatableChange',
	response: statusOnly,
};
