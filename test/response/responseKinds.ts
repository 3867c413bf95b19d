import type { ApiOperationName } from '../contract/apiTable';

type Kind = 'record' | 'list' | 'status' | 'not shown';

/**
 * Kind of documented response by operation: records, a list (which may be empty), a status with or
 * without a sentence, or nothing.
 */
const documented = {
	sendBulkViber: 'record',
	statusBulkViber: 'list',
	sendQuickViberMessage: 'record',
	getViberDeliveryData: 'record',
	sendViberMessageList: 'record',
	confirmViberMessage: 'status',
	getViberMessages: 'list',
	getViberMessageData: 'record',
	getViberDeliveryList: 'list',
	getNewIncomingMessages: 'list',
	readResponseStatus: 'status',
	getTemplateMessages: 'list',
	getTemplateMessageById: 'record',
	createTemplateMessage: 'record',
	editTemplateMessage: 'record',
	deleteTemplateMessage: 'status',
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
	unsubscribeEmail: 'status',
	subscribeEmail: 'status',
	getEmailTemplates: 'list',
} satisfies Record<ApiOperationName, Kind>;

export const kindOf = (api: ApiOperationName): Kind => documented[api];
