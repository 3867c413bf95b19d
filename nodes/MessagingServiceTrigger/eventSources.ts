import { envelope, envelopeList, resultList } from '../shared/api/responseShapes';
import { preparedMessages, smsMailings, type Source, viberMailings } from '../shared/api/endpoints';

/** A list of mailings, and the field that identifies one. */
export interface MailingList {
	source: Source;
	key: string;
}

/** What one event of the trigger reads. */
export interface EventSource {
	/** Where all mailings are found; empty when the service lists none. */
	lists: MailingList[];
	/** Replies or recipients of one mailing, by its `message_id`. */
	entries: Source;
	/** Fields that identify an entry within its mailing, the best first. */
	keys: string[];
}

export type EventName = 'viberReply' | 'viberDelivery' | 'smsDelivery' | 'emailDelivery';

/** POST /api/v2/getNewIncomingMessages: replies that were not marked as read */
const viberReplies: Source = {
	action: 'Get new Viber replies',
	method: 'POST',
	path: '/api/v2/getNewIncomingMessages',
	token: 'form',
	reads: true,
	answer: envelopeList,
};

/** POST /api/v2/getViberDeliveryList: not paged */
const viberRecipients: Source = {
	action: 'Get the recipients of a Viber mailing',
	method: 'POST',
	path: '/api/v2/getViberDeliveryList',
	token: 'form',
	reads: true,
	answer: envelopeList,
};

/** GET /api/v1/getSmsDeliveryList: paged; a recipient has no ID */
const smsRecipients: Source = {
	action: 'Get the recipients of an SMS mailing',
	method: 'GET',
	path: '/api/v1/getSmsDeliveryList',
	token: 'query',
	reads: true,
	pages: 'query',
	answer: resultList,
};

/** POST /api/v2/getEmailDeliveryList: not paged */
const emailRecipients: Source = {
	action: 'Get the recipients of an email mailing',
	method: 'POST',
	path: '/api/v2/getEmailDeliveryList',
	token: 'form',
	reads: true,
	answer: envelopeList,
};

/** POST /api/v2/readResponseStatus: may be repeated, a reply that is read stays read */
export const markAsRead: Source = {
	action: 'Mark Viber replies as read',
	method: 'POST',
	path: '/api/v2/readResponseStatus',
	token: 'form',
	reads: true,
	answer: envelope,
};

const viberLists = [{ source: viberMailings, key: 'message_id' }];
// Both kinds have recipients: texts made with createSmsMessage, and mailings to lists or in batches.
const smsLists = [
	{ source: preparedMessages, key: 'message_id' },
	{ source: smsMailings, key: 'id' },
];

export const eventSources: Record<EventName, EventSource> = {
	viberReply: { lists: viberLists, entries: viberReplies, keys: ['id'] },
	viberDelivery: {
		lists: viberLists,
		entries: viberRecipients,
		keys: ['delivery_id', 'phone'],
	},
	smsDelivery: { lists: smsLists, entries: smsRecipients, keys: ['phone'] },
	emailDelivery: { lists: [], entries: emailRecipients, keys: ['email_id', 'email'] },
};
