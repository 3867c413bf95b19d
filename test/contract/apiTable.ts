import type { NodeName } from '../support/engine/nodeTypes';

export type Place = 'query' | 'form' | 'file';

/**
 * `read` changes nothing. `repeatableChange` may be repeated without a further change. `change`
 * changes the account. `send` sends something or spends money.
 */
export type ApiEffect = 'read' | 'repeatableChange' | 'change' | 'send';
type EffectBy = { parameter: string; values: Record<string, ApiEffect> };

/** The path of the value, e.g. `messages[].delivery_list[].phone`. */
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

const mailing = `messages[].alphaname_id* messages[].name* messages[].message_type* messages[].schedule_time
	messages[].delivery_list[] messages[].delivery_list[].phone messages[].delivery_list[].text`;
const viberBatchContent = `messages[].content.type* messages[].content.text messages[].content.image_url
	messages[].content.caption messages[].content.button_link messages[].delivery_list[].button_link`;
const viber = 'type_message message image_url button button_link | file image';
const letter = `sender_email* subject* message* sender_name d_schedule track_open track_click | file attachment`;
// Required in the documentation's table, but its example of a personal mailing lacks `subject` and
// `message`.
const emailBatch = `sender_email* name sender_name message_type d_schedule subject message track_open track_click
	delivery_list[] delivery_list[].email delivery_list[].subject delivery_list[].message`;

/**
 * Effect, method and version of every operation, and the place of each parameter; a star marks a
 * required parameter. Typed from api.md, not from the nodes. Requests may contain no other
 * parameters.
 */
const wire = {
	// Viber batch
	sendBulkViber: `send POST v1 | query token* callback_url ${mailing} ${viberBatchContent}`,
	statusBulkViber: 'read POST v1 | query token* uuid*',

	// Viber single, list, replies
	sendQuickViberMessage: `send POST v2 | form token* vibername_id* phone* forwarding_message forwarding_time alphaname_id ${viber}`,
	getViberDeliveryData: 'read POST v2 | form token* message_id*',
	// The mailing waits for confirmViberMessage, which debits the money.
	sendViberMessageList: `change POST v2 | form token* vibername_id* list_id* name d_schedule ${viber}`,
	confirmViberMessage: 'send POST v2 | query token* | form message_id*',
	getViberMessages: 'read POST v2 | query token* | form limit_offset limit_rows',
	getViberMessageData: 'read POST v2 | query token* | form message_id*',
	getViberDeliveryList: 'read POST v2 | form token* message_id*',
	getNewIncomingMessages: 'read POST v2 | form token* message_id*',
	readResponseStatus: 'repeatableChange POST v2 | form token* incoming_messages*',

	// Templates
	getTemplateMessages: 'read POST v2 | query token*',
	getTemplateMessageById: 'read POST v2 | query token* template_id*',
	createTemplateMessage: 'change POST v2 | form token* name* message*',
	editTemplateMessage: 'change POST v2 | form token* template_id* name* message*',
	deleteTemplateMessage: 'change POST v2 | form token* template_id*',

	// Contact lists
	createSubscriberList: 'change POST v2 | query token* name*',
	getSubscriberLists: 'read POST v2 | query token*',
	importContacts: 'change POST v2 | query token* list_id* field_names[]* data[][]*',

	// SMS
	sendBulkSms: `send POST v1 | query token* callback_url* messages[].text ${mailing}`,
	statusBulkSms: 'read POST v1 | query token* uuid*',
	sendQuickSMS:
		'send POST v1 | query token* message* phone* alphaname_id* show_cost | form forwarding_message forwarding_time vibername_id',
	sendOtpTelegram: 'send POST v1 | query token* message* phone*',
	sendOtpWhatsApp: 'send POST v1 | query token* message* phone*',
	createSmsMessage: 'change GET v1 | query token* message* name alphaname_id time',
	checkSMSMessageStatus: 'read GET v1 | query token* message_id*',
	sendSMS: 'send GET v1 | query token* message_id* phone*',
	checkSMS: 'read GET v1 | query token* sms_id*',
	getMessagesList: 'read GET v1 | query token* limit_offset limit_rows',
	getSmsDeliveryList: 'read GET v1 | query token* message_id* limit_offset limit_rows',
	// The mailing waits for confirmSendMessageByList.
	sendSmsList: 'change POST v1 | form token* name* message* d_schedule* list_id* alphaname_id*',
	confirmSendMessageByList: 'confirm:0=read,1=send POST v1 | form token* message_id* confirm*',
	getSMSMessages: 'read GET v1 | query token* type',

	// Email
	sendEmail: `send POST v2 | form token* email* ${letter}`,
	sendEmailByList: `send POST v2 | form token* list_id* name ${letter}`,
	getEmailDeliveryList: 'read POST v2 | form token* message_id*',
	sendBulkEmail: `send POST v2 | form token* ${emailBatch}`,
	statusBulkEmail: 'read POST v2 | form token* uuid*',
	unsubscribeEmail: 'change POST v2 | form token* email* list_ids reason',
	subscribeEmail: 'change POST v2 | form token* email* list_ids',
	getEmailTemplates: 'read POST v2 | query token*',
};

export type ApiOperationName = keyof typeof wire;

/** Parses an effect in `wire`, which a parameter may decide. */
function effectIn(text: string): ApiOperation['effect'] {
	const [parameter, values] = text.split(':');
	if (values === undefined) return text as ApiEffect;
	return {
		parameter,
		values: Object.fromEntries(values.split(',').map((one) => one.split('='))),
	};
}

function operationIn(name: string, text: string): ApiOperation {
	const [[effect, method, version], ...places] = text
		.split('|')
		.map((part) => part.trim().split(/\s+/));
	const parameters = places.flatMap(([place, ...names]) =>
		names.map((parameter) => ({
			name: parameter.replace('*', ''),
			place: place as Place,
			required: parameter.endsWith('*'),
		})),
	);
	return {
		method: method as ApiOperation['method'],
		path: `/api/${version}/${name}`,
		effect: effectIn(effect),
		parameters,
	};
}

export const apiTable = Object.fromEntries(
	Object.entries(wire).map(([name, text]) => [name, operationIn(name, text)]),
) as Record<ApiOperationName, ApiOperation>;

/**
 * Names that saved workflows depend on, in the order in which the node lists them. Typed from the
 * interface document.
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
