import { envelopeList, envelopeOf, notShown, resultList } from './responseShapes';
import type { Operation } from '../describe/operation';

/** The request of a list, for the "Get Many" operation and for pickers alike. */
export type Source = Pick<
	Operation,
	'action' | 'method' | 'path' | 'token' | 'reads' | 'pages' | 'answer'
>;

/** POST /api/v2/getSubscriberLists: list_id, name, params */
export const contactLists: Source = {
	action: 'Get many contact lists',
	method: 'POST',
	path: '/api/v2/getSubscriberLists',
	token: 'query',
	reads: true,
	answer: envelopeList,
};

/** POST /api/v2/getTemplateMessages: id and name */
export const templates: Source = {
	action: 'Get many templates',
	method: 'POST',
	path: '/api/v2/getTemplateMessages',
	token: 'query',
	reads: true,
	answer: envelopeList,
};

/** POST /api/v2/getViberMessages: the page goes in the form, the token in the query */
export const viberMailings: Source = {
	action: 'Get many Viber mailings',
	method: 'POST',
	path: '/api/v2/getViberMessages',
	token: 'query',
	reads: true,
	pages: 'form',
	answer: envelopeList,
};

/** GET /api/v1/getMessagesList: texts made with createSmsMessage */
export const preparedMessages: Source = {
	action: 'Get many prepared SMS',
	method: 'GET',
	path: '/api/v1/getMessagesList',
	token: 'query',
	reads: true,
	pages: 'query',
	answer: resultList,
};

/** GET /api/v1/getSMSMessages: no page parameters; 406 when there is no mailing */
export const smsMailings: Source = {
	action: 'Get many SMS mailings',
	method: 'GET',
	path: '/api/v1/getSMSMessages',
	token: 'query',
	reads: true,
	answer: { status: 'success', data: 'data', holds: 'list', emptyOn: 406 },
};

/** GET /api/v1/getAlphanames: not documented; seen as a map of id to name */
export const senderNames: Source = {
	action: 'List sender names',
	method: 'GET',
	path: '/api/v1/getAlphanames',
	token: 'query',
	reads: true,
	answer: notShown,
};

/** POST /api/v2/getVibernames: named as the source of vibername_id, but not documented */
export const viberNames: Source = {
	action: 'List Viber names',
	method: 'POST',
	path: '/api/v2/getVibernames',
	token: 'query',
	reads: true,
	answer: notShown,
};

/** POST /api/v2/getTemplateMessageById: id, name, message, parts */
export const templateById: Source = {
	action: 'Get a template',
	method: 'POST',
	path: '/api/v2/getTemplateMessageById',
	token: 'query',
	reads: true,
	answer: envelopeOf('message'),
};
