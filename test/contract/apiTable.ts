import type { NodeName } from '../support/engine/nodeTypes';

/**
 * The wire, typed from api.md alone: every operation with each parameter's place. Nothing here is
 * read from the nodes, and no request may carry anything that this table does not list.
 */
export type Place = 'query' | 'form' | 'file';

/**
 * Effect of a call: `read` changes nothing, `mark` can be repeated without a further change but not undone,
 * `change` changes the account, and `send` sends something or spends money. If a parameter decides it,
 * listed by its value.
 */
export type ApiEffect = 'read' | 'repeatableChange' | 'change' | 'send';
type EffectBy = { parameter: string; values: Record<string, ApiEffect> };

/** Arrays and objects are written out: `messages[].delivery_list[].phone`. */
export interface ApiParameter {
	name: string;
	place: Place;
	required: boolean;
}

export interface ApiOperation {
	method: 'GET' | 'POST';
	path: string;
	effect: ApiEffect | EffectBy;
	parameters: ApiParameter[];
}

const needs = (place: Place, ...names: string[]): ApiParameter[] =>
	names.map((name) => ({ name, place, required: true }));
const takes = (place: Place, ...names: string[]): ApiParameter[] =>
	names.map((name) => ({ name, place, required: false }));
const get = (
	effect: ApiOperation['effect'],
	path: string,
	...parameters: ApiParameter[][]
): ApiOperation => ({ method: 'GET', effect, path: `/api/${path}`, parameters: parameters.flat() });
const post = (...operation: Parameters<typeof get>): ApiOperation => ({
	...get(...operation),
	method: 'POST',
});

const tokenInQuery = needs('query', 'token');
const tokenInForm = needs('form', 'token');
const viberContent = [
	...takes('form', 'type_message', 'message', 'image_url', 'button', 'button_link'),
	...takes('file', 'image'),
];
const mailingObject = [
	...needs('query', 'messages[].alphaname_id', 'messages[].name', 'messages[].message_type'),
	...takes('query', 'messages[].schedule_time', 'messages[].delivery_list[]'),
	...takes('query', 'messages[].delivery_list[].phone', 'messages[].delivery_list[].text'),
];
const viberBatchContent = [
	...needs('query', 'messages[].content.type'),
	...takes('query', 'messages[].content.text', 'messages[].content.image_url'),
	...takes('query', 'messages[].content.caption', 'messages[].content.button_link'),
	...takes('query', 'messages[].delivery_list[].button_link'),
];
const tracking = takes('form', 'track_open', 'track_click');
const letter = [
	...needs('form', 'sender_email', 'subject', 'message'),
	...takes('form', 'sender_name', 'd_schedule'),
	...takes('file', 'attachment'),
	...tracking,
];

export const apiTable = {
	// Viber batch
	sendBulkViber: post(
		'send',
		'v1/sendBulkViber',
		tokenInQuery,
		takes('query', 'callback_url'),
		mailingObject,
		viberBatchContent,
	),
	statusBulkViber: post('read', 'v1/statusBulkViber', tokenInQuery, needs('query', 'uuid')),

	// Viber single, list, replies
	sendQuickViberMessage: post(
		'send',
		'v2/sendQuickViberMessage',
		tokenInForm,
		needs('form', 'vibername_id', 'phone'),
		viberContent,
		takes('form', 'forwarding_message', 'forwarding_time', 'alphaname_id'),
	),
	getViberDeliveryData: post(
		'read',
		'v2/getViberDeliveryData',
		tokenInForm,
		needs('form', 'message_id'),
	),
	// The mailing waits for confirmViberMessage, which debits the money.
	sendViberMessageList: post(
		'change',
		'v2/sendViberMessageList',
		tokenInForm,
		needs('form', 'vibername_id', 'list_id'),
		takes('form', 'name', 'd_schedule'),
		viberContent,
	),
	confirmViberMessage: post(
		'send',
		'v2/confirmViberMessage',
		tokenInQuery,
		needs('form', 'message_id'),
	),
	getViberMessages: post(
		'read',
		'v2/getViberMessages',
		tokenInQuery,
		takes('form', 'limit_offset', 'limit_rows'),
	),
	getViberMessageData: post(
		'read',
		'v2/getViberMessageData',
		tokenInQuery,
		needs('form', 'message_id'),
	),
	getViberDeliveryList: post(
		'read',
		'v2/getViberDeliveryList',
		tokenInForm,
		needs('form', 'message_id'),
	),
	getNewIncomingMessages: post(
		'read',
		'v2/getNewIncomingMessages',
		tokenInForm,
		needs('form', 'message_id'),
	),
	readResponseStatus: post(
		'repeatableChange',
		'v2/readResponseStatus',
		tokenInForm,
		needs('form', 'incoming_messages'),
	),

	// Templates
	getTemplateMessages: post('read', 'v2/getTemplateMessages', tokenInQuery),
	getTemplateMessageById: post(
		'read',
		'v2/getTemplateMessageById',
		tokenInQuery,
		needs('query', 'template_id'),
	),
	createTemplateMessage: post(
		'change',
		'v2/createTemplateMessage',
		tokenInForm,
		needs('form', 'name', 'message'),
	),
	editTemplateMessage: post(
		'change',
		'v2/editTemplateMessage',
		tokenInForm,
		needs('form', 'template_id', 'name', 'message'),
	),
	deleteTemplateMessage: post(
		'change',
		'v2/deleteTemplateMessage',
		tokenInForm,
		needs('form', 'template_id'),
	),

	// Contact lists
	createSubscriberList: post(
		'change',
		'v2/createSubscriberList',
		tokenInQuery,
		needs('query', 'name'),
	),
	getSubscriberLists: post('read', 'v2/getSubscriberLists', tokenInQuery),
	importContacts: post(
		'change',
		'v2/importContacts',
		tokenInQuery,
		needs('query', 'list_id', 'field_names[]', 'data[][]'),
	),

	// SMS
	sendBulkSms: post(
		'send',
		'v1/sendBulkSms',
		tokenInQuery,
		needs('query', 'callback_url'),
		mailingObject,
		takes('query', 'messages[].text'),
	),
	statusBulkSms: post('read', 'v1/statusBulkSms', tokenInQuery, needs('query', 'uuid')),
	sendQuickSMS: post(
		'send',
		'v1/sendQuickSMS',
		tokenInQuery,
		needs('query', 'message', 'phone', 'alphaname_id'),
		takes('query', 'show_cost'),
		takes('form', 'forwarding_message', 'forwarding_time', 'vibername_id'),
	),
	sendOtpTelegram: post(
		'send',
		'v1/sendOtpTelegram',
		tokenInQuery,
		needs('query', 'message', 'phone'),
	),
	sendOtpWhatsApp: post(
		'send',
		'v1/sendOtpWhatsApp',
		tokenInQuery,
		needs('query', 'message', 'phone'),
	),
	createSmsMessage: get(
		'change',
		'v1/createSmsMessage',
		tokenInQuery,
		needs('query', 'message'),
		takes('query', 'name', 'alphaname_id', 'time'),
	),
	checkSMSMessageStatus: get(
		'read',
		'v1/checkSMSMessageStatus',
		tokenInQuery,
		needs('query', 'message_id'),
	),
	sendSMS: get('send', 'v1/sendSMS', tokenInQuery, needs('query', 'message_id', 'phone')),
	checkSMS: get('read', 'v1/checkSMS', tokenInQuery, needs('query', 'sms_id')),
	getMessagesList: get(
		'read',
		'v1/getMessagesList',
		tokenInQuery,
		takes('query', 'limit_offset', 'limit_rows'),
	),
	getSmsDeliveryList: get(
		'read',
		'v1/getSmsDeliveryList',
		tokenInQuery,
		needs('query', 'message_id'),
		takes('query', 'limit_offset', 'limit_rows'),
	),
	// The mailing waits for confirmSendMessageByList.
	sendSmsList: post(
		'change',
		'v1/sendSmsList',
		tokenInForm,
		needs('form', 'name', 'message', 'd_schedule', 'list_id', 'alphaname_id'),
	),
	confirmSendMessageByList: post(
		{ parameter: 'confirm', values: { 0: 'read', 1: 'send' } },
		'v1/confirmSendMessageByList',
		tokenInForm,
		needs('form', 'message_id', 'confirm'),
	),
	getSMSMessages: get('read', 'v1/getSMSMessages', tokenInQuery, takes('query', 'type')),

	// Email
	sendEmail: post('send', 'v2/sendEmail', tokenInForm, needs('form', 'email'), letter),
	sendEmailByList: post(
		'send',
		'v2/sendEmailByList',
		tokenInForm,
		needs('form', 'list_id'),
		takes('form', 'name'),
		letter,
	),
	getEmailDeliveryList: post(
		'read',
		'v2/getEmailDeliveryList',
		tokenInForm,
		needs('form', 'message_id'),
	),
	sendBulkEmail: post(
		'send',
		'v2/sendBulkEmail',
		tokenInForm,
		needs('form', 'sender_email'),
		takes('form', 'name', 'sender_name', 'message_type', 'd_schedule'),
		// Listed as required, but the document's own personal example leaves these two out.
		takes('form', 'subject', 'message'),
		tracking,
		takes('form', 'delivery_list[]', 'delivery_list[].email'),
		takes('form', 'delivery_list[].subject', 'delivery_list[].message'),
	),
	statusBulkEmail: post('read', 'v2/statusBulkEmail', tokenInForm, needs('form', 'uuid')),
	unsubscribeEmail: post(
		'change',
		'v2/unsubscribeEmail',
		tokenInForm,
		needs('form', 'email'),
		takes('form', 'list_ids', 'reason'),
	),
	subscribeEmail: post(
		'change',
		'v2/subscribeEmail',
		tokenInForm,
		needs('form', 'email'),
		takes('form', 'list_ids'),
	),
	getEmailTemplates: post('read', 'v2/getEmailTemplates', tokenInQuery),
} satisfies Record<string, ApiOperation>;

export type ApiOperationName = keyof typeof apiTable;

/**
 * The public names, typed from the interface document: saved workflows depend on them. In the order of
 * use, in which the node lists them.
 */
export const interfaceTable: Array<
	[node: NodeName, resource: string, operation: string, api: ApiOperationName]
> = [
	['messagingServiceSms', 'message', 'send', 'sendQuickSMS'],
	['messagingServiceSms', 'message', 'sendAndWait', 'sendQuickSMS'],
	['messagingServiceSms', 'message', 'getDelivery', 'checkSMS'],
	['messagingServiceSms', 'message', 'prepare', 'createSmsMessage'],
	['messagingServiceSms', 'message', 'sendPrepared', 'sendSMS'],
	['messagingServiceSms', 'message', 'getStatus', 'checkSMSMessageStatus'],
	['messagingServiceSms', 'message', 'getRecipients', 'getSmsDeliveryList'],
	['messagingServiceSms', 'message', 'getAll', 'getMessagesList'],
	['messagingServiceSms', 'mailing', 'create', 'sendSmsList'],
	['messagingServiceSms', 'mailing', 'confirm', 'confirmSendMessageByList'],
	['messagingServiceSms', 'mailing', 'get', 'confirmSendMessageByList'],
	['messagingServiceSms', 'mailing', 'getRecipients', 'getSmsDeliveryList'],
	['messagingServiceSms', 'mailing', 'getAll', 'getSMSMessages'],
	['messagingServiceSms', 'batch', 'send', 'sendBulkSms'],
	['messagingServiceSms', 'batch', 'getStatus', 'statusBulkSms'],
	['messagingServiceViber', 'message', 'send', 'sendQuickViberMessage'],
	['messagingServiceViber', 'message', 'sendAndWait', 'sendQuickViberMessage'],
	['messagingServiceViber', 'message', 'getDelivery', 'getViberDeliveryData'],
	['messagingServiceViber', 'mailing', 'create', 'sendViberMessageList'],
	['messagingServiceViber', 'mailing', 'confirm', 'confirmViberMessage'],
	['messagingServiceViber', 'mailing', 'get', 'getViberMessageData'],
	['messagingServiceViber', 'mailing', 'getRecipients', 'getViberDeliveryList'],
	['messagingServiceViber', 'mailing', 'getAll', 'getViberMessages'],
	['messagingServiceViber', 'batch', 'send', 'sendBulkViber'],
	['messagingServiceViber', 'batch', 'getStatus', 'statusBulkViber'],
	['messagingServiceViber', 'reply', 'getAll', 'getNewIncomingMessages'],
	['messagingServiceViber', 'reply', 'markAsRead', 'readResponseStatus'],
	['messagingServiceVerification', 'code', 'sendTelegram', 'sendOtpTelegram'],
	['messagingServiceVerification', 'code', 'sendWhatsApp', 'sendOtpWhatsApp'],
	['messagingServiceVerification', 'code', 'sendSms', 'sendQuickSMS'],
	['messagingServiceEmail', 'message', 'send', 'sendEmail'],
	['messagingServiceEmail', 'message', 'sendAndWait', 'sendEmail'],
	['messagingServiceEmail', 'mailing', 'send', 'sendEmailByList'],
	['messagingServiceEmail', 'mailing', 'getRecipients', 'getEmailDeliveryList'],
	['messagingServiceEmail', 'batch', 'send', 'sendBulkEmail'],
	['messagingServiceEmail', 'batch', 'getStatus', 'statusBulkEmail'],
	['messagingServiceEmail', 'address', 'unsubscribe', 'unsubscribeEmail'],
	['messagingServiceEmail', 'address', 'resubscribe', 'subscribeEmail'],
	['messagingServiceEmail', 'template', 'getAll', 'getEmailTemplates'],
	['messagingServiceContacts', 'list', 'create', 'createSubscriberList'],
	['messagingServiceContacts', 'list', 'getAll', 'getSubscriberLists'],
	['messagingServiceContacts', 'contact', 'import', 'importContacts'],
	['messagingServiceTemplates', 'template', 'create', 'createTemplateMessage'],
	['messagingServiceTemplates', 'template', 'fillIn', 'getTemplateMessageById'],
	['messagingServiceTemplates', 'template', 'get', 'getTemplateMessageById'],
	['messagingServiceTemplates', 'template', 'getAll', 'getTemplateMessages'],
	['messagingServiceTemplates', 'template', 'update', 'editTemplateMessage'],
	['messagingServiceTemplates', 'template', 'delete', 'deleteTemplateMessage'],
];
