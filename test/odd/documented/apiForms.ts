import { DateTime } from 'luxon';
import type { ApiOperationName } from '../../contract/apiTable';
import {
	batchButtonLink,
	buttonLink,
	code,
	email,
	flag,
	type Form,
	id,
	ids,
	idText,
	integer,
	line,
	name,
	oneOf,
	phone,
	publicUrl,
	replyIds,
	text,
	toMinute,
	toSecond,
	webUrl,
} from './forms';

type Forms = Record<string, Form>;

const minutes = integer(5, 60);
/** Any text that is not empty names the sender of a batch. */
const batchSender: Form = {
	...name,
	base: '1363',
	wire: '1363',
	// n8n itself makes a text of a date in a picker.
	judge: (given) => name.judge(DateTime.isDateTime(given) ? given.toISO() : given),
};
const viberContent: Forms = {
	type_message: oneOf('TEXT', 'IMAGE', 'BUTTON'),
	message: text,
	image_url: publicUrl,
	button: line,
	button_link: buttonLink,
};
const mailing: Forms = {
	callback_url: webUrl,
	alphaname_id: batchSender,
	name: line,
	message_type: oneOf('bulk', 'personal'),
	schedule_time: toSecond,
	phone,
	text,
};
const letter: Forms = {
	sender_email: email,
	sender_name: line,
	subject: line,
	message: text,
	d_schedule: toMinute,
	track_open: flag,
	track_click: flag,
};
const listed: Forms = { limit_offset: integer(0, 0) };

/** What these names mean wherever the table below says nothing else. */
export const commonForms: Forms = {
	message_id: id,
	list_id: id,
	template_id: id,
	uuid: name,
	name: line,
	message: text,
	phone,
	email,
};

/** The documented form of each parameter, typed from the API document. */
export const apiForms: Partial<Record<ApiOperationName, Forms>> = {
	sendBulkViber: {
		...mailing,
		content_type: oneOf('text', 'image', 'button'),
		image_url: publicUrl,
		caption: line,
		button_link: batchButtonLink,
	},
	statusBulkViber: { uuid: name },
	sendQuickViberMessage: {
		...viberContent,
		vibername_id: id,
		phone,
		forwarding_message: flag,
		forwarding_time: minutes,
		alphaname_id: id,
	},
	getViberDeliveryData: { message_id: id },
	sendViberMessageList: {
		...viberContent,
		name: line,
		vibername_id: id,
		list_id: id,
		d_schedule: toMinute,
	},
	confirmViberMessage: { message_id: id },
	getViberMessages: listed,
	getViberMessageData: { message_id: id },
	getViberDeliveryList: { message_id: id },
	getNewIncomingMessages: { message_id: id },
	readResponseStatus: { incoming_messages: replyIds },
	getTemplateMessages: {},
	getTemplateMessageById: { template_id: idText },
	createTemplateMessage: { name: line, message: text },
	editTemplateMessage: { template_id: id, name: line, message: text },
	deleteTemplateMessage: { template_id: id },
	createSubscriberList: { name: line },
	getSubscriberLists: {},
	importContacts: { list_id: id },
	sendBulkSms: mailing,
	statusBulkSms: { uuid: name },
	sendQuickSMS: {
		message: text,
		phone,
		alphaname_id: idText,
		show_cost: flag,
		forwarding_message: flag,
		forwarding_time: minutes,
		vibername_id: id,
	},
	sendOtpTelegram: { message: code, phone },
	sendOtpWhatsApp: { message: code, phone },
	createSmsMessage: { name: line, message: text, alphaname_id: id, time: toMinute },
	checkSMSMessageStatus: { message_id: idText },
	sendSMS: { message_id: id, phone },
	checkSMS: { sms_id: id },
	getMessagesList: listed,
	getSmsDeliveryList: { ...listed, message_id: id },
	sendSmsList: {
		name: line,
		message: text,
		d_schedule: toMinute,
		list_id: id,
		alphaname_id: id,
	},
	confirmSendMessageByList: { message_id: id },
	getSMSMessages: { type: oneOf('API', 'WEB') },
	sendEmail: { ...letter, email },
	sendEmailByList: { ...letter, name: line, list_id: id },
	getEmailDeliveryList: { message_id: id },
	sendBulkEmail: { ...letter, name: line, email, message_type: oneOf('bulk', 'personal') },
	statusBulkEmail: { uuid: name },
	unsubscribeEmail: { email, list_ids: ids, reason: text },
	subscribeEmail: { email, list_ids: ids },
	getEmailTemplates: {},
};

/**
 * Optional parameters that may be left out if their value is blank, and why nothing more happens then
 * than was asked for. All others refuse a blank value: left out, they send now, to all, or untracked.
 */
export const harmlessBlanks: Record<string, string> = {
	name: 'an internal name, which the service makes up',
	sender_name: 'the email shows its address instead',
	reason: 'a comment',
	show_cost: 'only adds to the response',
	forwarding_message: 'the message is not forwarded',
	forwarding_time: 'the documented 60 minutes',
	alphaname_id: 'the documented default sender',
	vibername_id: 'the documented default sender',
	image_url: 'a button without an image',
	message: 'a button without a text',
};
