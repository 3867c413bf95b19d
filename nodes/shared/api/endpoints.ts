import { envelope, envelopeList, envelopeWith, resultList, undocumented } from './responseShapes';
import type { Endpoint } from './endpoint';

/** POST /api/v2/getSubscriberLists: list_id, name, params */
export const contactLists: Endpoint = {
	action: 'Get many contact lists',
	method: 'POST',
	path: '/api/v2/getSubscriberLists',
	tokenIn: 'query',
	idempotent: true,
	response: envelopeList,
};

/** POST /api/v2/getTemplateMessages: id and name */
export const templates: Endpoint = {
	action: 'Get many templates',
	method: 'POST',
	path: '/api/v2/getTemplateMessages',
	tokenIn: 'query',
	idempotent: true,
	response: envelopeList,
};

/** POST /api/v2/getViberMessages: page in the form, token in the query */
export const viberMailings: Endpoint = {
	action: 'Get many Viber mailings',
	method: 'POST',
	path: '/api/v2/getViberMessages',
	tokenIn: 'query',
	idempotent: true,
	pagesIn: 'form',
	response: envelopeList,
};

/** GET /api/v1/getMessagesList: texts made with createSmsMessage */
export const preparedMessages: Endpoint = {
	action: 'Get many prepared SMS',
	method: 'GET',
	path: '/api/v1/getMessagesList',
	tokenIn: 'query',
	idempotent: true,
	pagesIn: 'query',
	response: resultList,
};

/** GET /api/v1/getSMSMessages: not paged, 406 if there is no mailing */
export const smsMailings: Endpoint = {
	action: 'Get many SMS mailings',
	method: 'GET',
	path: '/api/v1/getSMSMessages',
	tokenIn: 'query',
	idempotent: true,
	response: { status: 'success', data: 'data', expects: 'list', emptyStatus: 406 },
};

/** GET /api/v1/getAlphanames: not documented, returns a map of id to name */
export const senderNames: Endpoint = {
	action: 'List sender names',
	method: 'GET',
	path: '/api/v1/getAlphanames',
	tokenIn: 'query',
	idempotent: true,
	response: undocumented,
};

/** POST /api/v2/getVibernames: named as the source of vibername_id, but not documented */
export const viberNames: Endpoint = {
	action: 'List Viber names',
	method: 'POST',
	path: '/api/v2/getVibernames',
	tokenIn: 'query',
	idempotent: true,
	response: undocumented,
};

/** POST /api/v2/getTemplateMessageById: id, name, message, parts */
export const templateById: Endpoint = {
	action: 'Get a template',
	method: 'POST',
	path: '/api/v2/getTemplateMessageById',
	tokenIn: 'query',
	idempotent: true,
	response: envelopeWith('message'),
};

/** POST /api/v2/getNewIncomingMessages: replies that were not marked as read */
export const viberReplies: Endpoint = {
	action: 'Get new Viber replies',
	method: 'POST',
	path: '/api/v2/getNewIncomingMessages',
	tokenIn: 'form',
	idempotent: true,
	response: envelopeList,
};

/** POST /api/v2/getViberDeliveryList: not paged */
export const viberRecipients: Endpoint = {
	action: 'Get the recipients of a Viber mailing',
	method: 'POST',
	path: '/api/v2/getViberDeliveryList',
	tokenIn: 'form',
	idempotent: true,
	response: envelopeList,
};

/** GET /api/v1/getSmsDeliveryList: paged, recipients have no ID */
export const smsRecipients: Endpoint = {
	action: 'Get the recipients of an SMS mailing',
	method: 'GET',
	path: '/api/v1/getSmsDeliveryList',
	tokenIn: 'query',
	idempotent: true,
	pagesIn: 'query',
	response: resultList,
};

/** POST /api/v2/getEmailDeliveryList: not paged */
export const emailRecipients: Endpoint = {
	action: 'Get the recipients of an email mailing',
	method: 'POST',
	path: '/api/v2/getEmailDeliveryList',
	tokenIn: 'form',
	idempotent: true,
	response: envelopeList,
};

/** POST /api/v2/readResponseStatus: idempotent, because a reply that is read stays read */
export const markAsRead: Endpoint = {
	action: 'Mark Viber replies as read',
	method: 'POST',
	path: '/api/v2/readResponseStatus',
	tokenIn: 'form',
	idempotent: true,
	response: envelope,
};
