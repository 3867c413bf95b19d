import type { ApiOperationName } from '../contract/apiTable';

type Kind = 'record' | 'list' | 'status' | 'not shown';

/**
 * What the API document shows as the response of each operation: a record or records, a list (which
 * may be empty), or nothing. All others: a status, alone or with a sentence.
 */
const documented: Partial<Record<ApiOperationName, Kind>> = {
	sendBulkViber: 'record',
	statusBulkViber: 'list',
	sendQuickViberMessage: 'record',
	getViberDeliveryData: 'record',
	sendViberMessageList: 'record',
	getViberMessages: 'list',
	getViberMessageData: 'record',
	getViberDeliveryList: 'list',
	getNewIncomingMessages: 'list',
	getTemplateMessages: 'list',
	getTemplateMessageById: 'record',
	createTemplateMessage: 'record',
	editTemplateMessage: 'record',
	createSubscriberList: 'record',
	getSubscriberLists: 'list',
	importContacts: 'record',
	sendBulkSms: 'record',
	statusBulkSms: 'list',
	sendQuickSMS: 'record',
	sendOtpTelegram: 'record',
	sendOtpWhatsApp: 'record',
	createSmsMessage: 'record',
	checkSMSMessageStatus: 'not shown',
	sendSMS: 'record',
	checkSMS: 'record',
	getMessagesList: 'list',
	getSmsDeliveryList: 'list',
	sendSmsList: 'not shown',
	confirmSendMessageByList: 'not shown',
	getSMSMessages: 'list',
	sendEmail: 'record',
	sendEmailByList: 'record',
	getEmailDeliveryList: 'list',
	sendBulkEmail: 'record',
	statusBulkEmail: 'list',
	getEmailTemplates: 'list',
};

export const kindOf = (api: ApiOperationName): Kind => documented[api] ?? 'status';
