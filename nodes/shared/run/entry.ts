import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Account } from '../../../credentials/account';
import type { ReceivedRecords } from '../response/judge';
import type { Problem } from '../errors/problem';
import type { SendingHours } from '../values/sendingHours';

export type LeftOutReason =
	| 'already sent'
	| 'outside sending hours'
	| 'not in Only Send To'
	| 'repeated in this run'
	| 'dry run';

export type State =
	| { is: 'open' }
	/** The entry is invalid, or repeats an entry that failed. */
	| { is: 'rejected'; error: Problem }
	/** Valid, but an option or the credential prevents sending. */
	| { is: 'leftOut'; reason: LeftOutReason; outputFields: IDataObject }
	/**
	 * `isUncertain`: the response was empty or plain text, so the request may not have been
	 * executed.
	 */
	| { is: 'sent'; records: IDataObject[]; isUncertain?: true }
	/** Sent, but with a problem that the user must see, e.g. the created mailing is too large. */
	| { is: 'sent'; records: IDataObject[]; isUncertain?: true; error: Problem }
	/** The request may have been executed. */
	| { is: 'unknown'; error: Problem }
	/** The request was certainly not executed. */
	| { is: 'failed'; error: Problem }
	/** The run ended before the request started. */
	| { is: 'notStarted' };

/**
 * Outcome of an earlier try or execution that may have sent the entry. Ignored once the current try has sent the
 * entry.
 */
export interface EarlierOutcome {
	/** `try`: an earlier try of Retry On Fail. `execution`: another execution with the same key. */
	by: 'try' | 'execution';
	error: Problem;
}

/** The first of several entries with the same key or the same request. Only the first is sent. */
export interface FollowedEntry {
	first: Entry;
	/** The shared key. Undefined if the entries have no key, but equal requests. */
	sendKey?: string;
}

/** The unit of sending, e.g. the message to one recipient. */
export interface Entry<PlanData = unknown> {
	itemIndex: number;
	/** Number of the recipient in a Send and Wait, from 1. */
	recipientOrdinal?: number;
	/** The phone or email, as sent. */
	address?: string;
	state: State;
	/** Number of recipients of the mailing to confirm. */
	mailingRecipientCount?: number;
	earlierOutcome?: EarlierOutcome;
	/** Value of Send Once Per Key, with the recipient in normalized form. */
	sendKey?: string;
	canResendIfUnknown?: true;
	/** Hash of the request, used to find repeated requests. */
	contentFingerprint?: string;
	/** Set if the entry repeats an earlier entry and is therefore not sent. */
	follows?: FollowedEntry;
	/** The output of a dry run. Entries with a preview are never sent. */
	preview?: IDataObject;
	sendingHours?: SendingHours;
	/** Data that only the plan of the operation reads. */
	planData?: PlanData;
}

export interface Ledger {
	entries: Entry[];
	/**
	 * If set, the first failure ends the run even if On Error is Continue. If something was sent,
	 * the error ends with this text.
	 */
	abortOnFailureMessage?: string;
	account?: Account;
	claimByKey: Map<string, Claim>;
	warningHints: Set<string>;
	markedReplyIds?: Set<string>;
	/** A time of `performance.now()`, from which the wait for final statuses is counted. */
	lastRequestMonotonicMs?: number;
	/** Total number of recipients in the mailings that the run has created. */
	totalMailingRecipientCount?: number;
	/** Latest statuses of each request of a batch, keyed by the first entry of the request. */
	statusesByFirstEntry?: Map<Entry, RecipientStatus[]>;
	/** The function of the latest plan, for a later try that fails before it has a plan. */
	makeSentItems?: (sent: SentRequest[]) => INodeExecutionData[];
	/** A later try reuses the question, because links to it may have been sent. */
	question?: unknown;
}

export interface RecipientStatus {
	/** Undefined until the service lists the recipient. */
	record?: IDataObject;
	mailing?: IDataObject;
	/** Texts of the service about the recipient or the mailing. Some are only advice. */
	serviceTexts?: string[];
	isFinal: boolean;
}

/** State of a key of Send Once Per Key in this run. */
export interface Claim {
	itemIndex: number;
	canResendIfUnknown?: boolean;
	/** True if this run claimed the key, or may have resent the message with the key. */
	isOwned?: boolean;
	outcomeInOtherExecution?: 'sent' | 'unknown';
}

export interface PlannedRequest {
	/** All entries of a request share one state. */
	entries: Entry[];
	/**
	 * @param hasRunEnded the request must not start once `hasRunEnded` returns true
	 * @throws Problem
	 */
	send: (hasRunEnded: () => boolean) => Promise<ReceivedRecords>;
	/** Checks the records of a sent request, e.g. the size of the created mailing. */
	findProblemInRecords?: (records: IDataObject[]) => Problem | undefined;
}

export interface SentRequest {
	entries: Entry[];
	records: IDataObject[];
}
