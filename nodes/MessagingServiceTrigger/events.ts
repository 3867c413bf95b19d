import type { INodePropertyOptions } from 'n8n-workflow';
import { buildLookupExpression } from '../shared/node/subtitle';
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
export const eventOptions: INodePropertyOptions[] = [
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
const toSentenceCase = (label: string): string =>
	label.replace(/ [A-Z][a-z]+/g, (word) => word.toLowerCase());

export const subtitle = buildLookupExpression(
	'$parameter["event"]',
	eventOptions.map(({ name, value }) => [String(value), toSentenceCase(name)]),
);

export type { EventName };

/** A list of mailings, and the field with their ID. */
export interface MailingListSource {
	endpoint: Endpoint;
	idField: string;
}

export interface EntryKeyFields {
	idField?: string;
	/** The field that identifies an entry without an ID, although several entries may have the same address. */
	addressField?: string;
}

interface EventSource {
	/** The lists of all mailings. Empty if the service has none. */
	mailingLists: MailingListSource[];
	/** Reads the replies to a mailing, or its recipients, by its `message_id`. */
	entriesEndpoint: Endpoint;
	/** Reads the recipient of a single message, if single messages can be watched. */
	singleMessageEndpoint?: Endpoint;
	keyFields: EntryKeyFields;
	/** An entry has at least one of these fields. */
	expectedFields: string[];
	/** The field with the time at which an entry was received or sent: `YYYY-MM-DD HH:MM:SS`. */
	timeField?: string;
}

const viberMailingLists = [{ endpoint: viberMailings, idField: 'message_id' }];
// Both lists have recipients: prepared messages, and mailings to lists or in batches.
const smsMailingLists = [
	{ endpoint: preparedMessages, idField: 'message_id' },
	{ endpoint: smsMailings, idField: 'id' },
];

export const eventSources: Record<EventName, EventSource> = {
	viberReply: {
		mailingLists: viberMailingLists,
		entriesEndpoint: viberReplies,
		keyFields: { idField: 'id' },
		expectedFields: ['id', 'phone'],
		timeField: 'd_receiver',
	},
	viberDelivery: {
		mailingLists: viberMailingLists,
		entriesEndpoint: viberRecipients,
		// For an unknown ID, the service may return an empty result.
		singleMessageEndpoint: {
			...viberMessage,
			response: { ...viberMessage.response, expects: 'anything' },
		},
		keyFields: { idField: 'delivery_id', addressField: 'phone' },
		expectedFields: ['delivery_id', 'phone', 'status'],
	},
	smsDelivery: {
		mailingLists: smsMailingLists,
		entriesEndpoint: smsRecipients,
		keyFields: { addressField: 'phone' },
		expectedFields: ['phone', 'status'],
		timeField: 'd_sent',
	},
	emailDelivery: {
		mailingLists: [],
		entriesEndpoint: emailRecipients,
		keyFields: { idField: 'email_id', addressField: 'email' },
		expectedFields: ['email_id', 'email', 'status'],
	},
};
