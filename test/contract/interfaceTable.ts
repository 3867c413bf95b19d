import type { ApiOperationName } from './apiTable';
import type { NodeName } from '../support/engine/nodeTypes';

/** The public names, typed from the interface document: saved workflows depend on them. */
export const interfaceTable: Array<
	[node: NodeName, resource: string, operation: string, api: ApiOperationName]
> = [
	['messagingServiceSms', 'message', 'send', 'sendQuickSMS'],
	['messagingServiceSms', 'message', 'sendAndWait', 'sendQuickSMS'],
	['messagingServiceSms', 'message', 'prepare', 'createSmsMessage'],
	['messagingServiceSms', 'message', 'sendPrepared', 'sendSMS'],
	['messagingServiceSms', 'message', 'getStatus', 'checkSMSMessageStatus'],
	['messagingServiceSms', 'message', 'getDelivery', 'checkSMS'],
	['messagingServiceSms', 'message', 'getAll', 'getMessagesList'],
	['messagingServiceSms', 'message', 'getRecipients', 'getSmsDeliveryList'],
	['messagingServiceSms', 'mailing', 'create', 'sendSmsList'],
	['messagingServiceSms', 'mailing', 'confirm', 'confirmSendMessageByList'],
	['messagingServiceSms', 'mailing', 'getInfo', 'confirmSendMessageByList'],
	['messagingServiceSms', 'mailing', 'getAll', 'getSMSMessages'],
	['messagingServiceSms', 'batch', 'send', 'sendBulkSms'],
	['messagingServiceSms', 'batch', 'getStatus', 'statusBulkSms'],
	['messagingServiceViber', 'message', 'send', 'sendQuickViberMessage'],
	['messagingServiceViber', 'message', 'sendAndWait', 'sendQuickViberMessage'],
	['messagingServiceViber', 'message', 'getDelivery', 'getViberDeliveryData'],
	['messagingServiceViber', 'mailing', 'create', 'sendViberMessageList'],
	['messagingServiceViber', 'mailing', 'confirm', 'confirmViberMessage'],
	['messagingServiceViber', 'mailing', 'get', 'getViberMessageData'],
	['messagingServiceViber', 'mailing', 'getAll', 'getViberMessages'],
	['messagingServiceViber', 'mailing', 'getRecipients', 'getViberDeliveryList'],
	['messagingServiceViber', 'batch', 'send', 'sendBulkViber'],
	['messagingServiceViber', 'batch', 'getStatus', 'statusBulkViber'],
	['messagingServiceViber', 'reply', 'getAll', 'getNewIncomingMessages'],
	['messagingServiceViber', 'reply', 'markAsRead', 'readResponseStatus'],
	['messagingServiceVerification', 'code', 'sendTelegram', 'sendOtpTelegram'],
	['messagingServiceVerification', 'code', 'sendWhatsApp', 'sendOtpWhatsApp'],
	['messagingServiceEmail', 'message', 'send', 'sendEmail'],
	['messagingServiceEmail', 'message', 'sendAndWait', 'sendEmail'],
	['messagingServiceEmail', 'mailing', 'create', 'sendEmailByList'],
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
	['messagingServiceTemplates', 'template', 'get', 'getTemplateMessageById'],
	['messagingServiceTemplates', 'template', 'getAll', 'getTemplateMessages'],
	['messagingServiceTemplates', 'template', 'update', 'editTemplateMessage'],
	['messagingServiceTemplates', 'template', 'delete', 'deleteTemplateMessage'],
];

/** Operations of the interface that make no request. */
export const localOperations: Array<[node: NodeName, resource: string, operation: string]> = [
	['messagingServiceVerification', 'code', 'check'],
];

export const nodeNames: NodeName[] = [...new Set(interfaceTable.map(([node]) => node))];
