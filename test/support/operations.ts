import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../contract/row';
import type { RunSetting } from './engine/runNode';
import type { NodeName } from './engine/nodeTypes';
import { autoColumns } from './autoColumns';

export type OperationSetting = Pick<RunSetting, 'node' | 'parameters'>;

const settingMaker =
	(node: NodeName, resource: string, operation: string, parameters: INodeParameters = {}) =>
	(options: INodeParameters = {}): OperationSetting => ({
		node,
		parameters: { resource, operation, ...parameters, options },
	});

export const sendSms = settingMaker('messagingServiceSms', 'message', 'send', {
	sender: byId(1363),
	phone: '={{ $json.phone }}',
	message: '={{ $json.text }}',
});
export const sendBatch = settingMaker('messagingServiceSms', 'batch', 'send', {
	sender: byId(1363),
	mailingName: 'Sale',
	phone: '={{ $json.phone }}',
	message: '={{ $json.text }}',
});
export const sendEmails = settingMaker('messagingServiceEmail', 'batch', 'send', {
	senderEmail: 'shop@example.com',
	subject: 'Sale',
	message: '={{ $json.text }}',
	email: '={{ $json.email }}',
});
export const importContacts = settingMaker('messagingServiceContacts', 'contact', 'import', {
	listId: byId(1001),
	columns: autoColumns(['text']),
});
/** Lists prepared messages, which the service returns in pages. */
export const listPrepared = settingMaker('messagingServiceSms', 'message', 'getAll', {
	returnAll: true,
});
export const sendPrepared = settingMaker('messagingServiceSms', 'message', 'sendPrepared', {
	messageId: byId(1),
	phone: '={{ $json.phone }}',
});

export const phoneOf = (n: number): string => String(380501000000 + n);
/** Returns items with phones and texts that no log line may contain. */
export const people = (count: number) =>
	Array.from({ length: count }, (_, n) => ({
		json: { phone: phoneOf(n), email: `person${n}@example.com`, text: 'Hello there' },
	}));
