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

/** In the order of use: the first one is the default. */
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
			'Status of a Viber message of a mailing or batch, or of a single one whose ID you enter',
	},
	{
		name: 'SMS Delivery Changed',
		value: 'smsDelivery',
		action: 'On SMS delivery changed',
		description:
			'Status of an SMS of a mailing or batch, or of a prepared one. For a single SMS, use Get Delivery.',
	},
	{
		name: 'Email Delivery Changed',
		value: 'emailDelivery',
		action: 'On email delivery changed',
		description: 'Status of an email of a mailing or batch',
	},
];

/** "Viber reply received" */
const inSentenceCase = (label: string): string =>
	label.replace(/ [A-Z][a-z]+/g, (word) => word.toLowerCase());

export const subtitle = inWords(
	'$parameter["event"]',
	events.map(({ name, value }) => [String(value), inSentenceCase(name)]),
);

export type { EventName };

/** A list of mailings, and the field that identifies one. */
export interface MailingList {
	source: Endpoint;
	key: string;
}

/** What identifies an entry within its mailing. */
export interface EntryFields {
	id?: string;
	/** Of an entry without an id. A mailing may have several entries of one address. */
	address?: string;
}

/** What the trigger reads for one event. */
interface EventSource {
	/** The lists of all mailings; empty if the service has none. */
	lists: MailingList[];
	/** Replies or recipients of one mailing, by its `message_id`. */
	entries: Endpoint;
	/** The one recipient of a single message, if single messages may be watched too. */
	single?: Endpoint;
	fields: EntryFields;
	/** An entry has at least one of these fields. */
	identifyingFields: string[];
	/** When an entry came or was sent: `YYYY-MM-DD HH:MM:SS`. Not every event has it. */
	time?: string;
}

const viberLists = [{ source: viberMailings, key: 'message_id' }];
// Both kinds have recipients: messages of createSmsMessage, and mailings to lists or in batches.
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
		// An ID that the service does not have may get an empty result.
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
