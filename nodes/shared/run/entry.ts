import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Account } from '../../../credentials/account';
import type { Received } from '../response/judge';
import type { Problem } from '../errors/problem';
import type { SendingHours } from '../values/sendingHours';

/** Each reason has a row in `out/reasons.ts`. */
export type LeftOutReason =
	| 'already sent'
	| 'outside sending hours'
	| 'not in Only Send To'
	| 'repeated in this run'
	| 'dry run';

/** The state of an entry. All entries of a request share one object. */
export type State =
	/** To be sent. */
	| { is: 'open' }
	/** Invalid, or it follows an entry that failed. */
	| { is: 'rejected'; error: Problem }
	/** Valid, but an option or the credential prevents sending. The output has the reason and the facts. */
	| { is: 'leftOut'; reason: LeftOutReason; facts: IDataObject }
	/** `isUncertain` if the response was empty or only a sentence. */
	| { is: 'sent'; records: IDataObject[]; isUncertain?: true }
	/** Sent, but the user must see a problem: the created mailing is larger than the limit. */
	| { is: 'sent'; records: IDataObject[]; isUncertain?: true; error: Problem }
	/** The request may have been executed. */
	| { is: 'unknown'; error: Problem }
	/** The request was certainly not executed. */
	| { is: 'failed'; error: Problem }
	/** The run ended before the request started. */
	| { is: 'notStarted' };

/** An earlier try or execution may have sent the entry. Ignored once this try has sent it. */
export interface EarlierOutcome {
	/** An earlier try of Retry On Fail, or an earlier execution with the same key. */
	by: 'try' | 'execution';
	error: Problem;
}

/** The entry whose outcome decides about a later one. */
export interface FollowedEntry {
	first: Entry;
	/** The key that both entries share. Undefined if the later one repeats the request of the first. */
	key?: string;
}

/** Something that can be sent once: an item, or a recipient of a wait. */
export interface Entry<Content = unknown> {
	/** Index of the input item. */
	item: number;
	/** Number among the recipients of a wait, from 1. Undefined for an item. */
	recipientNumber?: number;
	/** The phone or email as it is sent. A later try does not read it again. */
	address?: string;
	state: State;
	/** Number of recipients in the contact list, if it was counted. */
	count?: number;
	/** Set if the entry may already have been sent, and is sent again only if the user asked for that. */
	earlierOutcome?: EarlierOutcome;
	/** Key of Send Once Per Key, including the recipient. */
	key?: string;
	/** True to to resend if the outcome is unknown. */
	canResend?: true;
	/** Identifies the request, to find later ones that repeat it. */
	fingerprint?: string;
	/** Set if the entry is not sent itself, because it repeats an earlier one. */
	follows?: FollowedEntry;
	/** The output of a dry run. Set if the entry must not be sent. */
	preview?: IDataObject;
	/** The request must start within these hours. */
	hours?: SendingHours;
	/** Data of the plan that read the entry. Nothing else uses it. */
	content?: Content;
}

/** The state of a run, over all tries of Retry On Fail. */
export interface Ledger {
	/** In the order of the input items. */
	entries: Entry[];
	/** If set, the first failure ends the run even with Continue, and errors end with this sentence. */
	abortMessage?: string;
	/** The account that sent the entries. */
	account?: Account;
	/** By key of Send Once Per Key (`run/keys/`). */
	claims: Map<string, Claim>;
	/** Hints about the entered values, shown above the output. */
	hints: Set<string>;
	/** IDs of replies that this run has marked as read. */
	markedReplies?: Set<string>;
	/** Time of the last request, by `performance.now()`. A batch waits for statuses from then on. */
	lastSentAt?: number;
	/** Total recipients of the mailings that this run has created. */
	createdRecipients?: number;
	/** Last known statuses of a batch, by the first entry of each request. A later try keeps final ones. */
	statuses?: Map<Entry, RecipientStatus[]>;
	/** Makes the output for entries that an earlier try sent, if this try ends before it has a plan. */
	sentItems?: (sent: SentRequest[]) => INodeExecutionData[];
	/** The question of a wait. A later try does not read it again, because its links are already sent. */
	question?: unknown;
}

/** The service's status of one recipient of a batch. */
export interface RecipientStatus {
	/** Undefined until the service lists the recipient. */
	record?: IDataObject;
	/** The fields of the recipient's mailing. */
	mailing?: IDataObject;
	/** Texts about the recipient or the whole mailing. Some are only advice. */
	texts?: string[];
	isFinal: boolean;
}

/** The state of a key of Send Once Per Key in a run. */
export interface Claim {
	/** Index of the item that is sent with the key. */
	item: number;
	/** True to to send the item even if another execution may have sent the key. */
	canResend?: boolean;
	/** True if this run claimed the key, or may have sent a key that another execution claimed. */
	isOwned?: boolean;
	/** The outcome in another execution, if it has used the key. */
	outcomeElsewhere?: 'sent' | 'unknown';
}

/** One request of a run. */
export interface PlannedRequest {
	/** The recipients. All get the state of the request. */
	entries: Entry[];
	/**
	 * @param isStopped returns true once the run has ended. Then nothing more may be sent.
	 * @throws Problem
	 */
	send: (isStopped: () => boolean) => Promise<Received>;
	/** Returns a problem of a successful request, e.g. that the mailing is too large. */
	problemOf?: (records: IDataObject[]) => Problem | undefined;
}

/** The entries of a sent request, and the records of its response. */
export interface SentRequest {
	entries: Entry[];
	records: IDataObject[];
}
