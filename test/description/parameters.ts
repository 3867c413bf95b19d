import { apiTable } from '../contract/apiTable';
import type { ApiParameter } from '../contract/apiTable';
import type { NodeName } from '../support/engine/nodeTypes';
import { interfaceTable, localOperations } from '../contract/interfaceTable';

export function apiNameOf(node: NodeName, resource: string, operation: string): string {
	const row = interfaceTable.find(([n, r, o]) => n === node && r === resource && o === operation);
	const isLocal = localOperations.some(
		([n, r, o]) => n === node && r === resource && o === operation,
	);
	return row?.[3] ?? (isLocal ? 'no request' : 'an operation outside the interface');
}

export const apiParameters = (apiName: string): ApiParameter[] =>
	Object.entries(apiTable).find(([name]) => name === apiName)?.[1].parameters ?? [];

/** Filled by the node itself. */
const OWN = ['token', 'confirm', 'limit_offset', 'limit_rows', 'message_type'];

/** The package's names where they are not the API's in camelCase, by the last part of the API's. */
const RENAMED: Record<string, string> = {
	time: 'scheduleTime',
	d_schedule: 'scheduleTime',
	schedule_time: 'scheduleTime',
	type: 'contentType',
	type_message: 'contentType',
	image: 'binaryPropertyName',
	'field_names[]': 'columns',
	'data[][]': 'columns',
	forwarding_time: 'forwardAfter',
	incoming_messages: 'replyIds',
	text: 'message',
	button: 'buttonText',
	caption: 'buttonText',
	track_open: 'trackOpens',
	track_click: 'trackClicks',
};

/** The same of one operation, for a name that means something else in the others. */
const RENAMED_IN: Record<string, string> = {
	'sendBulkViber alphaname_id': 'batchSender',
	'sendQuickSMS vibername_id': 'viberSender',
	'sendQuickSMS forwarding_message': 'forwardToViber',
	'sendQuickViberMessage alphaname_id': 'smsSender',
	'sendQuickViberMessage forwarding_message': 'forwardToSms',
	'getSMSMessages type': 'createdVia',
	'sendSmsList name': 'mailingName',
	'sendBulkSms name': 'mailingName',
	'sendBulkViber name': 'mailingName',
	'sendViberMessageList name': 'mailingName',
	'sendEmailByList name': 'mailingName',
	'sendBulkEmail name': 'mailingName',
	'confirmSendMessageByList message_id': 'mailingId',
	'confirmViberMessage message_id': 'mailingId',
	'getViberMessageData message_id': 'mailingId',
	// The API has one request for prepared SMS and for mailings.
	'mailing:getRecipients message_id': 'mailingId',
	'getNewIncomingMessages message_id': 'mailingId',
};

/** The name of the node's parameter for one of the API; undefined when the node fills it itself. */
export function parameterFor(
	apiName: string,
	{ name }: ApiParameter,
	operation: string,
): string | undefined {
	const last = name.split('.').pop() ?? name;
	if (OWN.includes(last.replace('messages[]', ''))) return undefined;
	const recipients = apiName === 'sendBulkEmail' ? 'email' : 'phone';
	if (name.endsWith('delivery_list[]')) return recipients;
	if (apiName.startsWith('sendOtp') && name === 'message') return 'code';
	if (/^(alpha|viber)name_id$/.test(last)) return RENAMED_IN[`${apiName} ${last}`] ?? 'sender';
	return (
		RENAMED_IN[`${apiName} ${last}`] ??
		RENAMED_IN[`${operation} ${last}`] ??
		RENAMED[last] ??
		last.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
	);
}

/** Which parameters are resource locators: the identifiers that the service can list. */
export const locators: Record<string, string[]> = {
	'messagingServiceSms message:send': ['sender', 'templateId', 'viberSender'],
	'messagingServiceSms message:sendAndWait': ['sender'],
	'messagingServiceSms message:prepare': ['sender'],
	'messagingServiceSms message:sendPrepared': ['messageId'],
	'messagingServiceSms message:getStatus': ['messageId'],
	'messagingServiceSms message:getRecipients': ['messageId'],
	'messagingServiceSms mailing:create': ['listId', 'sender'],
	'messagingServiceSms mailing:confirm': ['mailingId'],
	'messagingServiceSms mailing:get': ['mailingId'],
	'messagingServiceSms mailing:getRecipients': ['mailingId'],
	'messagingServiceSms batch:send': ['sender'],
	'messagingServiceViber message:send': ['sender', 'smsSender', 'templateId'],
	'messagingServiceViber message:sendAndWait': ['sender'],
	'messagingServiceViber mailing:create': ['listId', 'sender'],
	'messagingServiceViber mailing:confirm': ['mailingId'],
	'messagingServiceViber mailing:get': ['mailingId'],
	'messagingServiceViber mailing:getRecipients': ['mailingId'],
	'messagingServiceViber batch:send': ['batchSender'],
	'messagingServiceViber reply:getAll': ['mailingId'],
	'messagingServiceEmail mailing:send': ['listId'],
	'messagingServiceContacts contact:import': ['listId'],
	'messagingServiceTemplates template:get': ['templateId'],
	'messagingServiceTemplates template:update': ['templateId'],
	'messagingServiceTemplates template:delete': ['templateId'],
};
