import type { IDataObject } from 'n8n-workflow';
import type { Endpoint } from '../api/endpoint';
import type { Entry } from '../run/entry';
import type { Run, Values } from '../run/operation';
import type { BatchOptions } from './options';

/** In what the batches of SMS, Viber and email differ. */
export interface BatchSpec {
	/** The parameter that holds an item's recipient. */
	recipientField: 'phone' | 'email';
	/** The other parameters that are read from each item, by their names in the node. */
	personalFields: string[];
	/**
	 * The mailing object of the API.
	 *
	 * @param once what was read once for all recipients, and of a bulk mailing what all of them get
	 */
	buildMailing: (once: IDataObject, recipients: Array<IDataObject | string>) => IDataObject;
	/** How a request carries its mailing: as one of the messages of an object, or as a form. */
	encoding: 'object' | 'form';
	/** Reads the status of a batch. */
	status: Endpoint;
	/** What the API gets in place of a callback URL, if it requires the parameter. */
	withoutCallback?: '';
}

/** What one recipient gets, by the names of the API: one object for successive recipients that get the same. */
type Text = Readonly<IDataObject>;

/** A recipient of the mailing, with what is sent to its `address`. */
export type Recipient = Entry<Text>;

/** A batch that was read and validated: one mailing to all input items. */
export interface Batch {
	run: Run;
	spec: BatchSpec;
	options: BatchOptions;
	/** What the first item has in its fields. */
	values: Values;
	/** What the mailing has once, by the names of the API. */
	once: IDataObject;
	/** Called when the service has finished with the batch. */
	callbackUrl?: string;
	/** What of it no error and no output may show. */
	secrets: string[];
	recipients: Recipient[];
	/** The schedule of the mailing in ISO format, with an offset. */
	scheduledFor?: string;
	/** When the mailing is sent: milliseconds since 1970; 0 for now. */
	sentFrom: number;
}

/** The message type of the API: `bulk` if all recipients get the same. */
export type MailingType = 'bulk' | 'personal';

/**
 * The message type of a mailing, by all its recipients that are sent, or were in an earlier try: its
 * requests have the same.
 */
export function mailingTypeOf({ recipients }: Batch): MailingType {
	const sent = recipients.filter(({ state }) => SENT.includes(state.is));
	return sent.every(({ content }) => isSameText(content, sent[0].content)) ? 'bulk' : 'personal';
}

const SENT = ['open', 'sent', 'unknown', 'failed'];

/** Whether two recipients get the same. */
export function isSameText(a: Text = {}, b: Text = {}): boolean {
	if (a === b) return true;
	const names = Object.keys(a);
	return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
