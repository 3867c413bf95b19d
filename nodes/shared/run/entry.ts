import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Account } from '../../../credentials/account';
import type { Received } from '../response/judge';
import type { Problem } from '../errors/problem';
import type { SendingHours } from '../values/sendingHours';

/** Each has a row in `report/reasons.ts`. */
export type LeftOutReason =
	| 'already sent'
	| 'outside sending hours'
	| 'not in Only Send To'
	| 'repeated in this run'
	| 'dry run';

/** The status of an entry. All entries of one request have the same object. */
export type State =
	/** It is to be sent. */
	| { is: 'open' }
	/** Its values are wrong, or it follows an entry that failed. */
	| { is: 'rejected'; error: Problem }
	/** It is valid, and an option or the credential says not to send it. Its output has the reason and the facts. */
	| { is: 'leftOut'; reason: LeftOutReason; facts: IDataObject }
	/** Sent. `isUncertain` if the response was only a sentence, or empty. */
	| { is: 'sent'; records: IDataObject[]; isUncertain?: true }
	/** Sent, but the user must see a problem: the created mailing is larger than the limit. */
	| { is: 'sent'; records: IDataObject[]; isUncertain?: true; error: Problem }
	/** Its request may have been executed. */
	| { is: 'unknown'; error: Problem }
	/** Its request certainly was not executed. */
	| { is: 'failed'; error: Problem }
	/** The run ended before its request began. */
	| { is: 'notStarted' };

/** An earlier try or execution may have sent the entry. Ignored once this try has sent it. */
export interface Before {
	/** An earlier try of Retry On Fail has sent it, or an earlier execution the message of its key. */
	by: 'try' | 'execution';
	error: Problem;
}

/** The entry whose outcome decides about a later one. */
export interface Follows {
	first: Entry;
	/** The key of both. Without one, the later entry repeats the request of the first. */
	key?: string;
}

/** Whatever can be sent once: an item, or a recipient of a wait. */
export interface Entry<Content = unknown> {
	/** The input item that it comes from. */
	item: number;
	/** Of a recipient among those of a wait, which begin with 1. */
	place?: number;
	/** Whom it is for: the phone or email, as it is sent. A later try does not read it again. */
	address?: string;
	state: State;
	/** Recipients, if it is a mailing to a contact list and they were counted. */
	count?: number;
	/** Whether it may have been sent before, and is sent again only if that is wanted. */
	before?: Before;
	/** Its key of Send Once Per Key. */
	key?: string;
	/** Whether it is sent again if its outcome is unknown. */
	isResent?: true;
	/** Identifies its request, to find later ones that repeat it. */
	fingerprint?: string;
	/** Set if it is not sent by itself. */
	follows?: Follows;
	/** What a dry run shows of it. It is not sent. */
	preview?: IDataObject;
	/** Its request begins within these hours, or not at all. */
	hours?: SendingHours;
	/** What was read: only the plan that read it knows what it is. */
	content?: Content;
}

/** The status of everything in a run, over all tries of Retry On Fail. */
export interface Ledger {
	/** In the order of the input items. */
	entries: Entry[];
	/** The first failure ends the run, with Continue too, and an error says so with these words. */
	endsAtFailure?: string;
	/** The account that the entries were sent with. */
	account?: Account;
	/** By the keys of Send Once Per Key (`run/keys/`). */
	claims: Map<string, Claim>;
	/** Hints about the entered values, shown above the output. */
	hints: Set<string>;
	/** IDs of replies that a request of this run has marked as read. */
	marked?: Set<string>;
	/** When the last request was sent, by `performance.now()`: a batch waits for statuses from then on. */
	lastSentAt?: number;
	/** Recipients of the mailings that were created. */
	created?: number;
	/** The statuses that were read of a batch, by the first recipient of each request. A later try keeps what is final. */
	statuses?: Map<Entry, RecipientStatus[]>;
	/** Makes the output of what was sent, if a later try ends before it has a plan. */
	sentItems?: (sent: Sent[]) => INodeExecutionData[];
	/** What the plan of a wait asks: its links were sent, so a later try does not read it again. */
	question?: unknown;
}

/** What the service says of one recipient of a batch. */
export interface RecipientStatus {
	/** Undefined while the service does not list it. */
	record?: IDataObject;
	/** The fields of its mailing. */
	mailing?: IDataObject;
	/** Texts about this recipient, and texts about the whole mailing, which may be advice. */
	texts?: string[];
	/** Whether it will not change any more. */
	isFinal: boolean;
}

/** What is known of a key of Send Once Per Key in a run. */
export interface Claim {
	/** The item that is sent with it. */
	item: number;
	/** Whether the item is sent if another execution may have sent the key. */
	isResent?: boolean;
	/** Whether this run has claimed it, or may have sent what another execution has claimed. */
	isOurs?: boolean;
	/** What another execution has done with it. */
	before?: 'sent' | 'unknown';
}

/** One request of a run. */
export interface PlannedRequest {
	/** Whom it is for. All of them get the state of the request. */
	entries: Entry[];
	/**
	 * Sends it.
	 *
	 * @param isStopped whether the run has ended: then what has not been started is not sent
	 * @throws Problem
	 */
	send: (isStopped: () => boolean) => Promise<Received>;
	/** The problem of a request that was executed, e.g. a mailing that is too large. */
	problemOf?: (records: IDataObject[]) => Problem | undefined;
}

/** What was sent: the entries of one request, and the records of its response. */
export interface Sent {
	entries: Entry[];
	records: IDataObject[];
}
