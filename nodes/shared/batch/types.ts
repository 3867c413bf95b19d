import type { IDataObject } from 'n8n-workflow';
import type { Endpoint } from '../api/endpoint';
import type { Entry } from '../run/entry';
import type { Run, Values } from '../run/operation';
import type { BatchOptions } from './options';

/** The differences between batches of SMS, Viber and email. */
export interface BatchSpec {
	recipientField: 'phone' | 'email';
	/** Names of the other fields that are read from each item. */
	personalFields: string[];
	/**
	 * Builds the mailing object of the API.
	 *
	 * @param sharedFields the fields that all recipients share, including the text of a bulk mailing
	 */
	buildMailing: (
		sharedFields: IDataObject,
		recipients: Array<IDataObject | string>,
	) => IDataObject;
	/** The form of the body: a JSON object with the mailing in `messages`, or form fields. */
	encoding: 'object' | 'form';
	/** Reads the status of a batch. */
	status: Endpoint;
	/** The callback URL to send if none is entered, because the API requires the parameter. */
	defaultCallback?: '';
}

/**
 * The personal fields of a recipient, by API names. Successive recipients with the same content share one
 * object.
 */
type Content = Readonly<IDataObject>;

export type Recipient = Entry<Content>;

/** A validated batch: one mailing to all input items. */
export interface Batch {
	run: Run;
	spec: BatchSpec;
	options: BatchOptions;
	/** The field values of the first item. */
	values: Values;
	/** The fields that all recipients share, by API names. */
	sharedFields: IDataObject;
	callbackUrl?: string;
	/** Parts of the callback URL that no error or output may show. */
	secrets: string[];
	recipients: Recipient[];
	/** Time of sending if scheduled, ISO 8601 with an offset. */
	scheduledFor?: string;
	/** Time of sending in milliseconds since 1970; 0 means now. */
	sendAt: number;
}

/** The API's `message_type`: `bulk` if all recipients get the same content. */
export type MailingType = 'bulk' | 'personal';

/** Returns the message type of all requests of a batch. Recipients of an earlier try count too. */
export function mailingTypeOf({ recipients }: Batch): MailingType {
	const sent = recipients.filter(({ state }) => SENT_STATES.includes(state.is));
	return sent.every(({ planData: content }) => isSameContent(content, sent[0].planData))
		? 'bulk'
		: 'personal';
}

const SENT_STATES = ['open', 'sent', 'unknown', 'failed'];

export function isSameContent(a: Content = {}, b: Content = {}): boolean {
	if (a === b) return true;
	const names = Object.keys(a);
	return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
