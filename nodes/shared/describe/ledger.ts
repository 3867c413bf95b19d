import type { IDataObject } from 'n8n-workflow';
import type { Account } from '../../../credentials/account';
import type { NodeError } from '../errors/nodeErrors';
import type { SendingHours } from '../values/sendingHours';

/** The status of an entry. All entries of one request have the same object. */
export type State =
	/** It is to be sent. */
	| { is: 'open' }
	/** Its values are wrong. A duplicate is valid, but an earlier entry has the same recipient. */
	| { is: 'rejected'; error: NodeError; isDuplicate?: boolean }
	/** It is valid, and an option says not to send it. The reason is its output, besides `is_sent`. */
	| { is: 'leftOut'; reason: IDataObject }
	| { is: 'sent'; records: IDataObject[] }
	/** Its request may have been executed. */
	| UnknownOutcome
	/** Its request certainly was not executed. */
	| { is: 'failed'; error: NodeError }
	/** The run ended before its request began. */
	| { is: 'notStarted' };

export interface UnknownOutcome {
	is: 'unknown';
	error: NodeError;
}

/** Whatever can be sent once: an item, or a recipient of a wait. */
export interface Entry<Content = unknown> {
	/** The input item that it comes from. */
	item: number;
	/** Of a recipient among those of a wait, which begin with 1. */
	place?: number;
	/** Whom it is for, as it is sent: the phone or email of a recipient of a batch. */
	address?: string;
	state: State;
	/** What an earlier try left unknown, if the entry may be resent. It counts as long as nothing is sent. */
	unknownBefore?: UnknownOutcome;
	/** An earlier execution may have sent the message of its key. It counts as long as nothing is sent. */
	keyIsUnknown?: boolean;
	/** Its request begins within these hours, or not at all. */
	hours?: SendingHours;
	/** What was read: only the plan that read it knows what it is. */
	content?: Content;
}

/** The status of everything in a run, over all tries of Retry On Fail. */
export interface Ledger {
	/** What one place is, as errors name it. */
	noun: 'item' | 'recipient';
	/** In the order of the input items. */
	entries: Entry[];
	/** The first failure ends the run, with Continue too, and an error says so with these words. */
	endsAtFailure?: string;
	/** The account that the entries were sent with. */
	account?: Account;
	/** By the keys of Send Once Per Key (`run/keys/`). */
	claims: Map<string, Claim>;
	/** IDs of replies that a request of this run has marked as read. */
	marked?: Set<string>;
	/** When the last request was sent, by `performance.now()`: a batch waits for statuses from then on. */
	lastSentAt?: number;
	/** What a later try may not read again once something was sent. */
	kept?: unknown;
}

/** What is known of a key of Send Once Per Key in a run. */
export interface Claim {
	/** The item that is sent with it. */
	item: number;
	/** Later items with the same key. They are not sent. */
	followers: number[];
	/** Whether the item is sent if another execution may have sent the key. */
	isResent?: boolean;
	/** Whether this run has claimed it, or may have sent what another execution has claimed. */
	isOurs?: boolean;
	/** What another execution has done with it. */
	before?: 'sent' | 'unknown';
}

/** One request of a run. */
export interface PlannedRequest {
	/** Whom it is for: they all become what it becomes. */
	entries: Entry[];
	/**
	 * Sends it.
	 *
	 * @param isStopped whether the run has ended: then what has not been started is not sent
	 * @throws NodeApiError
	 */
	send: (isStopped: () => boolean) => Promise<IDataObject[]>;
}

/** What was sent: the entries of one request, and the records of its response. */
export interface Sent {
	entries: Entry[];
	records: IDataObject[];
}
