import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Account } from '../../../credentials/account';
import type { Received } from '../response/judge';
import type { Problem } from '../errors/problem';
import type { SendingHours } from '../values/sendingHours';

/** Reasons for not sending a valid entry. */
export type LeftOutReason =
	| 'already sent'
	| 'outside sending hours'
	| 'not in Only Send To'
	| 'repeated in this run'
	| 'dry run';

export type State =
	/** To be sent, unless a rule or a key decides otherwise. */
	| { is: 'open' }
	/** The entry is invalid, or follows an entry that failed. */
	| { is: 'rejected'; error: Problem }
	/** Valid, but an option or the credential prevents sending. The output shows the reason and the facts. */
	| { is: 'leftOut'; reason: LeftOutReason; outputFields: IDataObject }
	/** Uncertain if the service returned only a sentence, or nothing. */
	| { is: 'sent'; records: IDataObject[]; isUncertain?: true }
	/** Sent, but the user must see a problem, e.g. the created mailing exceeds the limit of recipients. */
	| { is: 'sent'; records: IDataObject[]; isUncertain?: true; error: Problem }
	/** The request may have been executed. */
	| { is: 'unknown'; error: Problem }
	/** The request was certainly not executed. */
	| { is: 'failed'; error: Problem }
	/** The run ended before the request started. */
	| { is: 'notStarted' };

/**
 * The outcome in an earlier try or execution that may have sent the entry. Ignored once this try has sent the
 * entry.
 */
export interface EarlierOutcome {
	/** An earlier try of Retry On Fail, or an earlier execution with the same key. */
	by: 'try' | 'execution';
	error: Problem;
}

/** Links a repeated entry to the entry whose outcome applies to both. */
export interface FollowedEntry {
	first: Entry;
	/** The key that both entries share. Undefined if they have the same request instead. */
	key?: string;
}

/** Something that can be sent once: an item, or a recipient of a wait. */
export interface Entry<PlanData = unknown> {
	/** Index of the input item. */
	item: number;
	/** Number of the recipient in a Send and Wait, from 1. Undefined for other operations. */
	recipientNumber?: number;
	/** The phone or email as sent. A later try of Retry On Fail does not read it again. */
	address?: string;
	state: State;
	/** Number of recipients of the mailing to confirm. Undefined if they were not counted. */
	recipientCount?: number;
	/** Set if the entry may already have been sent. The entry is sent again only if the user asked for it. */
	earlierOutcome?: EarlierOutcome;
	/** Value of Send Once Per Key, with the recipient in normalized form. */
	key?: string;
	/** True if Resend If Unknown is on. */
	canResendIfUnknown?: true;
	/** Hash of the request, to find entries that repeat it. */
	fingerprint?: string;
	/** Set if the entry is not sent, because it repeats an earlier entry. */
	follows?: FollowedEntry;
	/** The output of a dry run. An entry with a preview is never sent. */
	preview?: IDataObject;
	/** The request must start within these hours of Send Between. */
	hours?: SendingHours;
	/** Private data of the plan that read the entry. */
	planData?: PlanData;
}

/** The state of a run over all tries of Retry On Fail. */
export interface Ledger {
	/** In the order of the input items. */
	entries: Entry[];
	/**
	 * Set by a Send and Wait: the first failure ends the run even if On Error is Continue, and errors about
	 * sent messages end with this sentence.
	 */
	abortOnFailureMessage?: string;
	account?: Account;
	/** The keys of Send Once Per Key that this run uses. */
	claims: Map<string, Claim>;
	/** Hints about the entered values, shown above the output. */
	hints: Set<string>;
	/** IDs of the replies that this run has marked as read. */
	markedReplyIds?: Set<string>;
	/** Time of the last request, by `performance.now()`. The wait for final statuses begins at this time. */
	lastRequestAtMs?: number;
	/** Total recipients of all mailings that this run has created. */
	mailingRecipientCount?: number;
	/**
	 * Latest statuses of a batch, by the first entry of each request. A later try does not query final statuses
	 * again.
	 */
	statusesByFirstEntry?: Map<Entry, RecipientStatus[]>;
	/**
	 * Makes the output of sent entries. Kept over all tries, in case a later try fails before it has a plan.
	 */
	makeSentItems?: (sent: SentRequest[]) => INodeExecutionData[];
	/**
	 * The question of a Send and Wait. A later try does not read it again, because links to it are already
	 * sent.
	 */
	question?: unknown;
}

/** The status of one recipient of a batch, as reported by the service. */
export interface RecipientStatus {
	/** Undefined until the service lists the recipient. */
	record?: IDataObject;
	/** The mailing that includes the recipient. */
	mailing?: IDataObject;
	/** The service's texts about the recipient or the mailing. Some are only advice. */
	serviceTexts?: string[];
	isFinal: boolean;
}

/** The use of one key of Send Once Per Key in a run. */
export interface Claim {
	/** Index of the input item that is sent with the key. */
	item: number;
	/** True if Resend If Unknown is on. */
	canResendIfUnknown?: boolean;
	/** True if this run claimed the key, or may have resent a message of unknown outcome. */
	isOwned?: boolean;
	outcomeElsewhere?: 'sent' | 'unknown';
}

export interface PlannedRequest {
	/** All entries of a request get the same state. */
	entries: Entry[];
	/**
	 * Sends the request.
	 *
	 * @param hasRunEnded if it returns true, nothing more may be sent
	 * @throws Problem
	 */
	send: (hasRunEnded: () => boolean) => Promise<Received>;
	/** Returns a problem of a successful request, e.g. that the created mailing is too large. */
	findProblem?: (records: IDataObject[]) => Problem | undefined;
}

export interface SentRequest {
	entries: Entry[];
	records: IDataObject[];
}
