import type { IDataObject } from 'n8n-workflow';
import type { Endpoint } from '../api/endpoint';
import type { Entry } from '../describe/ledger';
import type { Run } from '../describe/operation';
import type { RecipientEntry } from './jsonRules';
import type { BatchOptions } from './options';
import type { MailingRule } from './mailingRules';

/** In what the batches of SMS, Viber and email differ. */
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
	/** Reads the status of a batch, if a step can wait for it. */
	status?: Endpoint;
}

/** A recipient of a mailing. Its content is what the API takes for it. */
export type Recipient = Entry<RecipientEntry>;

/** One mailing before it is cut into requests. */
export interface Mailing {
	/** The mailing object with some of the recipients. */
	withRecipients: (entries: RecipientEntry[]) => IDataObject;
	recipients: Recipient[];
	/** The schedule that Send Between has moved it to. */
	scheduledFor?: string;
}

/** What the API takes for a recipient that was read. */
export const contentOf = ({ content = '' }: Recipient): RecipientEntry => content;

/** A batch that was read and validated. */
export interface Batch {
	run: Run;
	spec: BatchSpec;
	options: BatchOptions;
	/** Whether the mailings were written as JSON. */
	isJson: boolean;
	/** Whether the step waits for the result, and until when: milliseconds since 1970, or null. */
	wait?: { until: number | null };
	/** Called when the service has finished with the batch. */
	callbackUrl?: string;
	/** What of it no error and no output may show. */
	secrets: string[];
	mailings: Mailing[];
}
