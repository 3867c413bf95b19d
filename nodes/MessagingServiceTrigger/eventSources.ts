import type { Endpoint } from '../shared/api/endpoint';
import {
	emailRecipients,
	preparedMessages,
	smsMailings,
	smsRecipients,
	viberMailings,
	viberRecipients,
	viberReplies,
} from '../shared/api/endpoints';

/** A list of mailings, and the field that identifies one. */
export interface MailingList {
	source: Endpoint;
	key: string;
}

/** What the trigger reads for one event. */
export interface EventSource {
	/** The lists of all mailings; empty if the service has none. */
	lists: MailingList[];
	/** Replies or recipients of one mailing, by its `message_id`. */
	entries: Endpoint;
	/** Fields that identify an entry within its mailing, the best first. */
	keys: string[];
}

export type EventName = 'viberReply' | 'viberDelivery' | 'smsDelivery' | 'emailDelivery';

const viberLists = [{ source: viberMailings, key: 'message_id' }];
// Both kinds have recipients: messages of createSmsMessage, and mailings to lists or in batches.
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
