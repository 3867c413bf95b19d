import { apiTable } from '../contract/apiTable';
import type { ApiParameter } from '../contract/apiTable';
import type { NodeName } from '../support/engine/nodeTypes';
import { interfaceTable } from '../contract/interfaceTable';

export function apiNameOf(node: NodeName, resource: string, operation: string): string {
	const row = interfaceTable.find(([n, r, o]) => n === node && r === resource && o === operation);
	return row?.[3] ?? 'an operation outside the interface';
}

export const apiParameters = (apiName: string): ApiParameter[] =>
	Object.entries(apiTable).find(([name]) => name === apiName)?.[1].parameters ?? [];

/** Filled by the node itself. */
const OWN = ['token', 'confirm', 'limit_offset', 'limit_rows'];

/** Where the interface departs from the API's name in camelCase, by the last part of the API's. */
const RENAMED: Record<string, string> = {
	time: 'scheduleTime',
	d_schedule: 'scheduleTime',
	schedule_time: 'scheduleTime',
	type: 'contentType',
	image: 'binaryPropertyName',
	'field_names[]': 'columns',
	'data[][]': 'columns',
};

/** The name of the node's parameter for one of the API; undefined when the node fills it itself. */
export function parameterFor(apiName: string, { name }: ApiParameter): string | undefined {
	if (OWN.includes(name)) return undefined;
	const recipients = apiName === 'sendBulkEmail' ? 'email' : 'phone';
	if (name.endsWith('delivery_list[]')) return recipients;
	if (apiName.startsWith('sendOtp') && name === 'message') return 'code';
	if (apiName === 'getSMSMessages' && name === 'type') return 'type';
	const last = name.split('.').pop() ?? name;
	return RENAMED[last] ?? last.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Which parameters are resource locators: the identifiers that the service can list. */
export const locators: Record<string, string[]> = {
	'messagingServiceSms message:send': ['alphanameId', 'templateId', 'vibernameId'],
	'messagingServiceSms message:prepare': ['alphanameId'],
	'messagingServiceSms message:sendPrepared': ['messageId'],
	'messagingServiceSms message:getStatus': ['messageId'],
	'messagingServiceSms message:getRecipients': ['messageId'],
	'messagingServiceSms mailing:create': ['alphanameId', 'listId'],
	'messagingServiceSms mailing:confirm': ['messageId'],
	'messagingServiceSms mailing:getInfo': ['messageId'],
	'messagingServiceSms batch:send': ['alphanameId'],
	'messagingServiceViber message:send': ['alphanameId', 'templateId', 'vibernameId'],
	'messagingServiceViber mailing:create': ['listId', 'vibernameId'],
	'messagingServiceViber mailing:confirm': ['messageId'],
	'messagingServiceViber mailing:get': ['messageId'],
	'messagingServiceViber mailing:getRecipients': ['messageId'],
	'messagingServiceViber batch:send': ['alphanameId'],
	'messagingServiceViber reply:getAll': ['messageId'],
	'messagingServiceEmail mailing:create': ['listId'],
	'messagingServiceContacts contact:import': ['listId'],
	'messagingServiceTemplates template:get': ['templateId'],
	'messagingServiceTemplates template:update': ['templateId'],
	'messagingServiceTemplates template:delete': ['templateId'],
};
