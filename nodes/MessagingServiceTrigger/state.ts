import { randomUUID } from 'node:crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { renewStaticData } from '../shared/http/n8nInternals';
import { isRecord } from '../shared/values/json';
import { decodeReplies, symbolOfIndex, forEachStatus } from './encoding';

/** The events as saved in states. Any other value is damage. */
const EVENT_NAMES = ['viberReply', 'viberDelivery', 'smsDelivery', 'emailDelivery'] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/**
 * Fingerprints that show whether a credential leads to another account. They reveal no secret, so they may be
 * stored.
 */
export interface AccountFingerprints {
	urlMark: string;
	/** Fingerprint of the token: see `tokenFingerprint`. */
	tokenMark: number;
}

/**
 * The data that a poll saves for the next one, as JSON in n8n's database. Every poll writes a new object, so
 * that a failed poll changes nothing.
 */
export interface State extends AccountFingerprints {
	version: 1;
	event: string;
	/** Shared by a saved state and the unsaved states of the silent polls after it. */
	series: string;
	/** Fingerprint of the parameters that select mailings. */
	selectionKey: string;
	/** Statuses by the index that the snapshots use. Unused indexes are null and can be reused. */
	statusTable: Array<string | null>;
	/** The snapshot of each watched mailing, by its ID. */
	mailings: Record<string, string>;
	/**
	 * Mailings that existed at the activation and were not read yet. Events in their first reading are not new.
	 */
	pendingBaseline: string[];
	/** IDs of replies that the workflow got. The next poll marks them as read. */
	toMarkAsRead: string[];
	/**
	 * IDs of replies that were already sent to be marked. IDs that are still listed are sent again, in separate
	 * requests, so that a reply that is always rejected does not hold up new replies.
	 */
	toMarkAgain: string[];
}

/** A saved state; `none` at the first poll for this event, or `unreadable` if it is damaged. */
type SavedState = State | 'none' | 'unreadable';

const STATE_KEY = 'state';

/** Returns the saved data of the node. Data that cannot hold a state, e.g. `null`, counts as damaged. */
export function getSavedData(context: IPollFunctions): IDataObject {
	const data: unknown = context.getWorkflowStaticData('node');
	if (isRecord(data)) return data;
	return Object.assign(renewStaticData(context), { [STATE_KEY]: null });
}

/** Writes the state in one assignment, so that an overlapping poll never reads half of it. */
export function writeState(data: IDataObject, state: State): void {
	data[STATE_KEY] = state as unknown as IDataObject;
}

/** Reads and validates the previous state. Someone may have edited the database. */
export function readState(data: IDataObject, event: string): SavedState {
	const saved: unknown = data[STATE_KEY];
	const others: unknown[] = EVENT_NAMES.filter((name) => name !== event);
	if (saved === undefined || (isRecord(saved) && others.includes(saved.event))) return 'none';
	try {
		if (!isState(saved) || saved.event !== event) return 'unreadable';
		return dropUnusedStatuses(saved);
	} catch {
		return 'unreadable';
	}
}

const isText = (value: unknown) => typeof value === 'string';
const hasWatchedIdFormat = (value: unknown) => isText(value) && /^!?\d+$/.test(String(value));
const isListOf = (value: unknown, isEntry: (entry: unknown) => boolean) =>
	Array.isArray(value) && value.every(isEntry);

const isState = (saved: unknown): saved is State =>
	isRecord(saved) &&
	saved.version === 1 &&
	[saved.series, saved.selectionKey, saved.urlMark].every(isText) &&
	typeof saved.tokenMark === 'number' &&
	isListOf(saved.statusTable, (status) => status === null || isText(status)) &&
	isRecord(saved.mailings) &&
	Object.keys(saved.mailings).every(hasWatchedIdFormat) &&
	Object.values(saved.mailings).every(isText) &&
	isListOf(saved.pendingBaseline, hasWatchedIdFormat) &&
	isListOf(saved.toMarkAsRead, isText) &&
	isListOf(saved.toMarkAgain, isText);

/**
 * Removes statuses that no snapshot uses. Otherwise unique texts, e.g. with a time, would pile up.
 *
 * @throws Error if a snapshot is damaged
 */
function dropUnusedStatuses(state: State): State {
	const { event, mailings, statusTable } = state;
	const used = new Set<string>();
	for (const snapshot of Object.values(mailings)) {
		if (event === 'viberReply') decodeReplies(snapshot);
		else forEachStatus(snapshot, statusTable.length, (_, symbol) => used.add(symbol));
	}
	const table = statusTable.map((text, index) => (used.has(symbolOfIndex(index)) ? text : null));
	return { ...state, statusTable: table };
}

/** The `selectionKey` of a state whose account or token has changed. */
export const OTHER_ACCOUNT_SELECTION_KEY = '#';

/** Reports whether the base URL and the token are the same. */
export const isSameAccount = (a: AccountFingerprints, b: AccountFingerprints): boolean =>
	a.urlMark === b.urlMark && a.tokenMark === b.tokenMark;

/**
 * Returns the part of a state that is valid for this account. With another token or base URL, the poll is an
 * activation, so mailings that are not in the state are not new. With another token, saved mailings are kept,
 * because a new token usually belongs to the same account. With another base URL they are dropped. Replies that
 * wait to be marked as read are dropped in both cases, because they may belong to another account.
 */
export function adaptStateToAccount(account: AccountFingerprints, state: State): State {
	if (isSameAccount(account, state)) return state;
	const hasOtherUrl = account.urlMark !== state.urlMark;
	return {
		...state,
		...(hasOtherUrl && { mailings: {}, pendingBaseline: [] }),
		selectionKey: OTHER_ACCOUNT_SELECTION_KEY,
		toMarkAsRead: [],
		toMarkAgain: [],
	};
}

/** Prefix of single messages in the state, because a mailing and a message may have the same ID. */
const SINGLE_MESSAGE_PREFIX = '!';

export const toWatchedMessageId = (id: string): string => SINGLE_MESSAGE_PREFIX + id;

export const isSingleMessage = (watched: string): boolean =>
	watched.startsWith(SINGLE_MESSAGE_PREFIX);

/** Returns the `message_id` of a watched mailing or message. */
export const messageIdOf = (watched: string): string =>
	isSingleMessage(watched) ? watched.slice(SINGLE_MESSAGE_PREFIX.length) : watched;

export const describeWatchedId = (watched: string): string =>
	isSingleMessage(watched) ? `message ${messageIdOf(watched)}` : watched;

/** Max triggers or log lines to remember. */
const MAX_REMEMBERED_KEYS = 1_000;

/**
 * Remembers values from poll to poll in this n8n process. The oldest are forgotten first; a trigger then
 * continues as after a restart of n8n.
 */
export class ProcessMemory<T> {
	private readonly byKey = new Map<string, T>();

	constructor(private readonly max = MAX_REMEMBERED_KEYS) {}

	get(key: string): T | undefined {
		return this.byKey.get(key);
	}

	set(key: string, value: T): void {
		this.byKey.delete(key);
		this.byKey.set(key, value);
		const [oldest] = this.byKey.keys();
		if (this.byKey.size > this.max) this.byKey.delete(oldest);
	}
}

/**
 * The unsaved state of a trigger. n8n saves the state of a poll only with items or at an activation. After
 * silent polls, n8n may load an older state. In that state, a mailing that only a silent poll has read counts
 * as unread, so a new reply to the mailing would seem old. Example: an activation reads two of three mailings
 * (saved), a silent poll reads the third (not saved), a reply to it arrives, and the workflow is reloaded.
 */
interface RememberedPoll {
	/** The state of the last silent poll. */
	unsavedState?: State;
	/** The series of the saved state before the silent polls, or `unreadable`. */
	startedFromSeries?: string;
	/** The mailing with which the next poll starts, because the time ran out before it was read. */
	resumeMailingId?: string;
}

/** Keyed by node and event. */
const rememberedByTrigger = new ProcessMemory<RememberedPoll>();

const updateRemembered = (key: string, more: RememberedPoll): void =>
	rememberedByTrigger.set(key, { ...rememberedByTrigger.get(key), ...more });

export const resumeMailingIdOf = (key: string): string | undefined =>
	rememberedByTrigger.get(key)?.resumeMailingId;

export const setResumeMailingId = (key: string, resumeMailingId: string | undefined): void =>
	updateRemembered(key, { resumeMailingId });

const seriesOf = (saved: SavedState): string => (typeof saved === 'string' ? saved : saved.series);

/** Returns the remembered state, unless n8n has loaded a state with a different `series`. */
function findRemembered(key: string, saved: SavedState): RememberedPoll | undefined {
	const last = rememberedByTrigger.get(key);
	const isLater = [last?.unsavedState?.series, last?.startedFromSeries].includes(seriesOf(saved));
	return isLater && saved !== 'none' ? last : undefined;
}

export function findLatestState(key: string, saved: SavedState): State | undefined {
	const last = findRemembered(key, saved)?.unsavedState;
	if (last) return dropUnusedStatuses(last);
	return typeof saved === 'string' ? undefined : saved;
}

/**
 * Adds the series to the state of a poll, and remembers a silent poll.
 *
 * @param saved the state that n8n had loaded
 * @param isSilent whether the poll returned no items
 */
export function addSeriesAndRemember(
	key: string,
	saved: SavedState,
	{ state, isSilent }: { state: Omit<State, 'series'>; isSilent: boolean },
): State {
	const last = isSilent ? findRemembered(key, saved) : undefined;
	const next = { ...state, series: last?.unsavedState?.series ?? randomUUID() };
	if (isSilent)
		updateRemembered(key, {
			unsavedState: next,
			startedFromSeries: last ? last.startedFromSeries : seriesOf(saved),
		});
	return next;
}

/** Lines that were already logged. The state cannot hold them, because n8n does not save it after a silent poll. */
const loggedLines = new ProcessMemory<true>();

/** Reports whether this line is logged for the first time. */
export function isFirstTimeLogged(line: string): boolean {
	const isNew = !loggedLines.get(line);
	if (isNew) loggedLines.set(line, true);
	return isNew;
}
