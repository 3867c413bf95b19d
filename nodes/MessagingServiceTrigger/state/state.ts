import type { IDataObject } from 'n8n-workflow';

/** The events, as states have them. Another word there is damage. */
export const EVENTS = ['viberReply', 'viberDelivery', 'smsDelivery', 'emailDelivery'] as const;
export type EventName = (typeof EVENTS)[number];

/** What tells whether a credential leads to another account than before. It may be stored. */
export interface AccountMark {
	/** Fingerprint of the base URL. */
	urlMark: string;
	/** Says that the token has changed: see `tokenMark` of the credential. */
	tokenMark: number;
}

/**
 * What a poll stores for the next one, as JSON in n8n's database. Every poll writes a new object, so
 * that a poll that fails changes nothing.
 */
export interface State extends AccountMark {
	version: 1;
	event: string;
	/** Fingerprint of the parameters that select mailings. */
	selectionKey: string;
	/** Statuses, by the index that the snapshots use. A place that none uses is null, and free. */
	statusTable: Array<string | null>;
	/** Snapshot of each watched mailing, by its id. */
	mailings: Record<string, string>;
	/** Mailings of the activation that are not read yet. What they have by then is not new. */
	pendingBaseline: string[];
	/** Ids of replies that the workflow got, to be marked as read at the next poll. */
	toMarkAsRead: string[];
	/**
	 * Ids of replies that were sent to be marked. Those that the service still lists are sent again in requests
	 * of their own, so that a reply that is always rejected does not hold up new ones.
	 */
	toMarkAgain: string[];
	/** The mailing that the next poll starts with, if this one ran out of time. */
	resumeAt?: string;
}

export const KEY = 'state';

/** The `selectionKey` of a state of which too much is damaged. What it does not know is not new. */
export const UNREADABLE = '?';

/** The `selectionKey` of a state of another account, or of an account with another token. */
export const OTHER_ACCOUNT = '#';

/** Writes the state in one assignment, so that an overlapping poll never reads half of it. */
export function writeState(data: IDataObject, state: State): void {
	data[KEY] = state as unknown as IDataObject;
}

/** Whether base URL and token are the same. */
export const isSameAccount = (a: AccountMark, b: AccountMark): boolean =>
	a.urlMark === b.urlMark && a.tokenMark === b.tokenMark;

/**
 * What a state is worth with this credential. With another token or base URL the poll is an activation:
 * what the state does not know is not new. What it knows goes on, because most new tokens are of the
 * same account. Of another base URL it knows nothing. Replies that are still to be marked as read are
 * not, because they may be those of another account.
 */
export function stateFor(mark: AccountMark, stored: State): State {
	if (isSameAccount(mark, stored)) return stored;
	const isDamaged = stored.selectionKey === UNREADABLE;
	const known = mark.urlMark === stored.urlMark ? {} : { mailings: {}, pendingBaseline: [] };
	return {
		...stored,
		...known,
		selectionKey: isDamaged ? UNREADABLE : OTHER_ACCOUNT,
		toMarkAsRead: [],
		toMarkAgain: [],
		resumeAt: undefined,
	};
}

/**
 * What is watched, as the state names it: a mailing by its ID, and a single message by its ID behind a
 * mark. One ID may be both.
 */
const SINGLE = '!';

export const isSingle = (watched: string): boolean => watched.startsWith(SINGLE);

export const singleMessage = (id: string): string => SINGLE + id;

/** The `message_id` of the service. */
export const messageIdOf = (watched: string): string =>
	isSingle(watched) ? watched.slice(SINGLE.length) : watched;

/** As a warning names it. */
export const nameOf = (watched: string): string =>
	isSingle(watched) ? `message ${messageIdOf(watched)}` : watched;
