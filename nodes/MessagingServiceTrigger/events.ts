import type { INodePropertyOptions } from 'n8n-workflow';
import { buildLookupExpression } from '../shared/node/subtitle';
import type { Endpoint } from '../shared/api/endpoint';
import {
	emailRecipients,
	preparedMessages,
	smsMailings,
	smsRecipients,
	viberMailings,
	viberMessageStatus,
	viberRecipients,
	newViberReplies,
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
			'A Viber message of a mailing or batch, or a single message whose ID you enter, has a new status',
	},
	{
		name: 'SMS Delivery Changed',
		value: 'smsDelivery',
		action: 'On SMS delivery changed',
		description:
			'A prepared SMS, or an SMS of a mailing or batch, has a new status. For a single SMS, use Get Delivery.',
	},
	{
		name: 'Email Delivery Changed',
		value: 'emailDelivery',
		action: 'On email delivery changed',
		description: 'An email of a mailing or batch has a new status',
	},
];

const toSentenceCase = (label: string): string =>
	label.replace(/ [A-Z][a-z]+/g, (word) => word.toLowerCase());

export const subtitle = buildLookupExpression(
	'$parameter["event"]',
	eventOptions.map(({ name, value }) => [String(value), toSentenceCase(name)]),
);

export type { EventName };

export interface MailingListSource {
	endpoint: Endpoint;
	idField: string;
}

export interface EntryKeyFields {
	idField?: string;
	/**
	 * Used for entries without an ID. Entries with the same address are still separate messages.
	 */
	addressField?: string;
}

interface EventSource {
	/** Empty if the service cannot list the mailings of this event. */
	mailingLists: MailingListSource[];
	/** Reads the replies or recipients of a mailing by `message_id`. */
	entriesEndpoint: Endpoint;
	/** Undefined if single messages cannot be watched. */
	singleMessageEndpoint?: Endpoint;
	entryKeyFields: EntryKeyFields;
	/** A valid entry has at least one of these fields. */
	expectedAnyField: string[];
	/** The field with the time of receiving or sending: `YYYY-MM-DD HH:MM:SS`. */
	timeField?: string;
}

const viberMailingLists = [{ endpoint: viberMailings, idField: 'message_id' }];
// Prepared messages count as mailings, because they have recipients.
const smsMailingLists = [
	{ endpoint: preparedMessages, idField: 'message_id' },
	{ endpoint: smsMailings, idField: 'id' },
];

export const eventSources: Record<EventName, EventSource> = {
	viberReply: {
		mailingLists: viberMailingLists,
		entriesEndpoint: newViberReplies,
		entryKeyFields: { idField: 'id' },
		expectedAnyField: ['id', 'phone'],
		timeField: 'd_receiver',
	},
	viberDelivery: {
		mailingLists: viberMailingLists,
		entriesEndpoint: viberRecipients,
		// Accepts any response, because the service may return an empty response for an unknown ID.
		singleMessageEndpoint: {
			...viberMessageStatus,
			response: { ...viberMessageStatus.response, expectedData: 'anything' },
		},
		entryKeyFields: { idField: 'delivery_id', addressField: 'phone' },
		expectedAnyField: ['delivery_id', 'phone', 'status'],
	},
	smsDelivery: {
		mailingLists: smsMailingLists,
		entriesEndpoint: smsRecipients,
		entryKeyFields: { addressField: 'phone' },
		expectedAnyField: ['phone', 'status'],
		timeField: 'd_sent',
	},
	emailDelivery: {
		mailingLists: [],
		entriesEndpoint: emailRecipients,
		entryKeyFields: { idField: 'email_id', addressField: 'email' },
		expectedAnyField: ['email_id', 'email', 'status'],
	},
};
