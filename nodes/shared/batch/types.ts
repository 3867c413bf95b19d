import type { IDataObject } from 'n8n-workflow';
import type { Run } from '../describe/operation';
import type { RecipientEntry } from './jsonRules';
import type { BatchOptions } from './options';
import type { MailingRule } from './mailingRules';

/** What tells the batches of SMS, Viber and e-mail apart. */
export interface BatchSpec {
	/** The parameter that holds an item's recipient; a bulk mailing has a plain list of these. */
	recipientField: string;
	/** Parameters that are read from each item in a personal mailing, once in a bulk one. */
	personalFields: string[];
	/** The mailing object of the API from what was read once and the list of recipients. */
	buildMailing: (shared: IDataObject, recipients: RecipientEntry[]) => IDataObject;
	/** Validates a mailing object that a person wrote as JSON. */
	validateMailing: MailingRule;
	/** How a request carries mailings: several in one request object, or one in a form. */
	encoding: 'object' | 'form';
}

export interface Recipient {
	/** What it is remembered by under Retry On Fail: its input item, or its place in the JSON. */
	key: number | string;
	entry: RecipientEntry;
}

/** The input item that a recipient was read from. JSON is read from the first one. */
export const itemOf = ({ key }: Recipient): number => (typeof key === 'number' ? key : 0);

/** One mailing before it is cut into requests. */
export interface Mailing {
	/** The mailing object with some of the recipients. */
	withRecipients: (entries: RecipientEntry[]) => IDataObject;
	recipients: Recipient[];
	/** Its place in the JSON, if it was written so. */
	place?: number;
	/** The schedule that Send Between has moved it to. */
	scheduledFor?: string;
}

/** A batch that was read and validated. */
export interface Batch {
	run: Run;
	spec: BatchSpec;
	options: BatchOptions;
	/** Whether the mailings were written as JSON. */
	isJson: boolean;
	/** Called when the service has finished with the batch. */
	callbackUrl?: string;
	/** What of it no error and no output may show. */
	secrets: string[];
	mailings: Mailing[];
}
