import type { IDataObject } from 'n8n-workflow';
import type { Endpoint } from '../api/endpoint';
import type { Entry } from '../run/entry';
import type { Run, Values } from '../run/operation';
import type { BatchOptions } from './options';

/** The differences between the batches of SMS, Viber and email. */
export interface BatchSpec {
	/** The parameter with an item's recipient. */
	recipientField: 'phone' | 'email';
	/** Names of the other parameters that are read from each item. */
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
	/** Sends the mailing inside the `messages` of a JSON object, or as a form. */
	encoding: 'object' | 'form';
	/** The endpoint that reads the status of a batch. */
	status: Endpoint;
	/** The callback URL to send if none is entered but the API requires the parameter. */
	defaultCallback?: '';
}

/** The content for a recipient, by API names. Successive recipients with the same content share one object. */
type Content = Readonly<IDataObject>;

/** A recipient of the mailing. */
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
	/** Called by the service when the batch is done. */
	callbackUrl?: string;
	/** Parts of the callback URL that no error or output may show. */
	secrets: string[];
	recipients: Recipient[];
	/** Schedule of the mailing, ISO 8601 with an offset. */
	scheduledFor?: string;
	/** Time of sending in milliseconds since 1970; 0 means now. */
	sendAt: number;
}

/** The API's message type: `bulk` if all recipients get the same content. */
export type MailingType = 'bulk' | 'personal';

/** Returns the message type, which all requests of a batch share. Recipients of an earlier try count, too. */
export function mailingTypeOf({ recipients }: Batch): MailingType {
	const sent = recipients.filter(({ state }) => SENT_STATES.includes(state.is));
	return sent.every(({ content }) => isSameContent(content, sent[0].content))
		? 'bulk'
		: 'personal';
}

const SENT_STATES = ['open', 'sent', 'unknown', 'failed'];

export function isSameContent(a: Content = {}, b: Content = {}): boolean {
	if (a === b) return true;
	const names = Object.keys(a);
	return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
