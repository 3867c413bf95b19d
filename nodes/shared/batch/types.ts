import type { IDataObject } from 'n8n-workflow';
import type { Endpoint } from '../api/endpoint';
import type { Entry } from '../run/entry';
import type { Run, Values } from '../run/operation';
import type { BatchOptions } from './options';

export interface BatchSpec {
	recipientFieldName: 'phone' | 'email';
	/** Names of the fields, besides the recipient, that are read from each item. */
	personalFieldNames: string[];
	/**
	 * Builds the mailing object of the API.
	 *
	 * @param sharedParameters the parameters that all recipients share, including the text of a bulk
	 *   mailing
	 */
	buildMailing: (
		sharedParameters: IDataObject,
		recipients: Array<IDataObject | string>,
	) => IDataObject;
	/** `json` sends the mailing as JSON in `messages`. `form` sends the mailing as form fields. */
	encoding: 'json' | 'form';
	statusEndpoint: Endpoint;
	/** Sent if the user enters no callback URL, because the API requires the parameter. */
	defaultCallbackUrl?: '';
}

/** Keyed by API names. Successive recipients with the same content share one object. */
type PersonalContent = Readonly<IDataObject>;

export type BatchRecipient = Entry<PersonalContent>;

export interface Batch {
	run: Run;
	spec: BatchSpec;
	options: BatchOptions;
	firstItemValues: Values;
	/** Keyed by API names. */
	sharedParameters: IDataObject;
	callbackUrl?: string;
	/** Parts of the callback URL that no error or output may show. */
	callbackSecrets: string[];
	recipients: BatchRecipient[];
	/** ISO 8601 with an offset. */
	scheduledFor?: string;
	/** Milliseconds since 1970; 0 means now. */
	sendAtMs: number;
}

/** The API's `message_type`: `bulk` if all recipients get the same content. */
export type BulkOrPersonal = 'bulk' | 'personal';

/**
 * Also compares recipients of earlier tries, so that all requests of a mailing have the same type.
 */
export function bulkOrPersonalOf({ recipients }: Batch): BulkOrPersonal {
	const sent = recipients.filter(({ state }) => STATES_IN_MAILING.includes(state.is));
	return sent.every(({ planData }) => isSameContent(planData, sent[0].planData))
		? 'bulk'
		: 'personal';
}

const STATES_IN_MAILING = ['open', 'sent', 'unknown', 'failed'];

export function isSameContent(a: PersonalContent = {}, b: PersonalContent = {}): boolean {
	if (a === b) return true;
	const names = Object.keys(a);
	return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
