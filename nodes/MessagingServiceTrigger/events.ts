import type { INodePropertyOptions } from 'n8n-workflow';
import { inWords } from '../shared/node/subtitle';
import type { Endpoint } from '../shared/api/endpoint';
import {
	emailRecipients,
	preparedMessages,
	smsMailings,
	smsRecipients,
	viberMailings,
	viberMessage,
	viberRecipients,
	viberReplies,
} from '../shared/api/endpoints';
import type { EventName } from './state';

/** The first event is the default. */
export const events: INodePropertyOptions[] = [
	{
		name: 'Viber Reply Received',
		value: 'viberReply',
		action: 'On Viber reply received',
		description: 'A recipient replied to a Viber mailing or batch',
	},
	{
		name: 'Viber Delivery Changed',
		value: 'viberDelivery',
		action: 'On Viber delivery changed',
		description:
			'A Viber message of a mailing or batch, or a single one whose ID you enter, has a new status',
	},
	{
		name: 'SMS Delivery Changed',
		value: 'smsDelivery',
		action: 'On SMS delivery changed',
		description:
			'A prepared SMS, or one of a mailing or batch, has a new status. For a single SMS, use Get Delivery.',
	},
	{
		name: 'Email Delivery Changed',
		value: 'emailDelivery',
		action: 'On email delivery changed',
		description: 'An email of a mailing or batch has a new status',
	},
];

/** Converts a label to sentence case, e.g. "Viber reply received". */
const inSentenceCase = (label: string): string =>
	label.replace(/ [A-Z][a-z]+/g, (word) => word.toLowerCase());

export const subtitle = inWords(
	'$parameter["event"]',
	events.map(({ name, value }) => [String(value), inSentenceCase(name)]),
);

export type { EventName };

/** A list of mailings, and the field with their ID. */
export interface MailingList {
	source: Endpoint;
	key: string;
}

export interface EntryFields {
	id?: string;
	/** Identifies entries without an ID. A mailing may have several entries with one address. */
	address?: string;
}

interface EventSource {
	/** The lists of all mailings. Empty if the service has none. */
	lists: MailingList[];
	/** Reads the replies to a mailing, or its recipients, by its `message_id`. */
	entries: Endpoint;
	/** Reads the recipient of a single message, if single messages can be watched. */
	single?: Endpoint;
	fields: EntryFields;
	/** An entry has at least one of these fields. */
	identifyingFields: string[];
	/** The field with the time at which an entry was received or sent: `YYYY-MM-DD HH:MM:SS`. */
	time?: string;
}

const viberLists = [{ source: viberMailings, key: 'message_id' }];
// Both lists have recipients: prepared messages, and mailings to lists or in batches.
const smsLists = [
	{ source: preparedMessages, key: 'message_id' },
	{ source: smsMailings, key: 'id' },
];

export const eventSources: Record<EventName, EventSource> = {
	viberReply: {
		lists: viberLists,
		entries: viberReplies,
		fields: { id: 'id' },
		identifyingFields: ['id', 'phone'],
		time: 'd_receiver',
	},
	viberDelivery: {
		lists: viberLists,
		entries: viberRecipients,
		// For an unknown ID, the service may return an empty result.
		single: { ...viberMessage, response: { ...viberMessage.response, expects: 'anything' } },
		fields: { id: 'delivery_id', address: 'phone' },
		identifyingFields: ['delivery_id', 'phone', 'status'],
	},
	smsDelivery: {
		lists: smsLists,
		entries: smsRecipients,
		fields: { address: 'phone' },
		identifyingFields: ['phone', 'status'],
		time: 'd_sent',
	},
	emailDelivery: {
		lists: [],
		entries: emailRecipients,
		fields: { id: 'email_id', address: 'email' },
		identifyingFields: ['email_id', 'email', 'status'],
	},
};
