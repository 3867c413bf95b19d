import { randomUUID } from 'node:crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { replaceNodeStaticData } from '../shared/http/n8nInternals';
import { isRecord } from '../shared/values/json';
import { decodeReplyKeys, symbolOfIndex, forEachSymbol } from './encoding';

/** A saved state with any other event counts as damaged. */
const EVENT_NAMES = ['viberReply', 'viberDelivery', 'smsDelivery', 'emailDelivery'] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/**
 * Detects a change of the base URL or the token. Safe to store, because neither fingerprint reveals
 * a secret.
 */
export interface AccountFingerprints {
	urlMark: string;
	/** See `computeTokenMark`. */
	tokenMark: number;
}

/**
 * The data of the trigger, which n8n stores as JSON. Each poll writes a new object, so a failed poll changes
 * nothing.
 */
export interface State extends AccountFingerprints {
	version: 1;
	event: string;
	/**
	 * A random ID. Consecutive polls without items share one ID, and every other poll gets a new
	 * ID.
	 */
	series: string;
	/** Fingerprint of the parameters that select mailings. */
	selectionKey: string;
	/** Statuses at the indexes that snapshots refer to; null at free indexes. */
	statusTable: Array<string | null>;
	/** Snapshots by mailing ID, or by the prefixed ID of a single message. */
	mailings: Record<string, string>;
	/**
	 * Mailings that existed at the activation and that no poll has read since. The first read of such a mailing
	 * returns no events.
	 */
	pendingBaseline: string[];
	/** IDs of returned replies. The next poll marks these replies as read. */
	toMarkAsRead: string[];
	/**
	 * IDs that a request has already asked the service to mark as read. If the service still lists
	 * a reply, its ID is sent again, in a request without new IDs, because a rejected ID would
	 * block the new IDs.
	 */
	toMarkAgain: string[];
}

/** `none` at the first poll for an event; `unreadable` if the state is damaged. */
type SavedState = State | 'none' | 'unreadable';

const STATE_KEY = 'state';

/**
 * Returns n8n's static data of the node. If the data is not an object, replaces the data by an object whose
 * state counts as damaged.
 */
export function getOrResetData(context: IPollFunctions): IDataObject {
	const data: unknown = context.getWorkflowStaticData('node');
	if (isRecord(data)) return data;
	return Object.assign(replaceNodeStaticData(context), { [STATE_KEY]: null });
}

/** Uses a single assignment, so an overlapping poll never reads half a state. */
export function writeState(data: IDataObject, state: State): void {
	data[STATE_KEY] = state as unknown as IDataObject;
}

/** Validates the saved state, because the database may have been edited. */
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
 * Removes statuses that no snapshot uses, because otherwise statuses with unique texts would accumulate.
 *
 * @throws Error if a snapshot is damaged
 */
function dropUnusedStatuses(state: State): State {
	const { event, mailings, statusTable } = state;
	const used = new Set<string>();
	for (const snapshot of Object.values(mailings)) {
		if (event === 'viberReply') decodeReplyKeys(snapshot);
		else forEachSymbol(snapshot, statusTable.length, (_, symbol) => used.add(symbol));
	}
	const table = statusTable.map((text, index) => (used.has(symbolOfIndex(index)) ? text : null));
	return { ...state, statusTable: table };
}

/** Replaces the `selectionKey` of a state after the base URL or the token changed. */
export const OTHER_ACCOUNT_SELECTION_KEY = '#';

export const isSameAccount = (a: AccountFingerprints, b: AccountFingerprints): boolean =>
	a.urlMark === b.urlMark && a.tokenMark === b.tokenMark;

/**
 * Keeps the part of a state that is valid for this account. After a change of the base URL or the token, the
 * poll is an activation, and earlier replies are not marked as read, because they may belong to another account.
 * A new token usually belongs to the same account, so saved mailings are kept. With a new base URL, saved
 * mailings are dropped.
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

/** Distinguishes a single message from a mailing with the same ID. */
const SINGLE_MESSAGE_PREFIX = '!';

export const prefixSingleMessageId = (id: string): string => SINGLE_MESSAGE_PREFIX + id;

export const isSingleMessage = (watched: string): boolean =>
	watched.startsWith(SINGLE_MESSAGE_PREFIX);

export const messageIdOf = (watched: string): string =>
	isSingleMessage(watched) ? watched.slice(SINGLE_MESSAGE_PREFIX.length) : watched;

export const describeWatchedId = (watched: string): string =>
	isSingleMessage(watched) ? `message ${messageIdOf(watched)}` : watched;

const MAX_REMEMBERED_KEYS = 1_000;

/**
 * Remembers values in this n8n process, and forgets the oldest ones first. A trigger whose value was forgotten
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
 * The state of polls that returned no items. n8n saves a state only if the poll returned items or
 * was an activation, so the next poll may load an older state. Example: an activation reads two of
 * three mailings (saved), a poll without items reads the third (not saved), and the workflow is
 * reloaded. Without the remembered state, the next poll would count as the first read of the third
 * mailing. A first read returns no events, so new replies would be lost.
 */
interface RememberedPoll {
	unsavedState?: State;
	/**
	 * The `series` of the state that n8n had saved before the first poll that returned no items;
	 * `none` if there was no state, `unreadable` if it was damaged.
	 */
	startedFromSeries?: string;
	/** The mailing with which the next poll starts, after a poll that ran out of time. */
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

/** Returns the remembered poll if it belongs to the same series of polls as the state that n8n has loaded. */
function findRememberedPoll(key: string, saved: SavedState): RememberedPoll | undefined {
	const last = rememberedByTrigger.get(key);
	const isLater = [last?.unsavedState?.series, last?.startedFromSeries].includes(seriesOf(saved));
	return isLater && saved !== 'none' ? last : undefined;
}

export function findLatestState(key: string, saved: SavedState): State | undefined {
	const last = findRememberedPoll(key, saved)?.unsavedState;
	if (last) return dropUnusedStatuses(last);
	return typeof saved === 'string' ? undefined : saved;
}

/**
 * Adds the `series` to the state of a poll, and remembers the state if the poll returned no items.
 *
 * @param saved the state that n8n had loaded
 */
export function addSeriesAndRemember(
	key: string,
	saved: SavedState,
	{ state, hasNoItems }: { state: Omit<State, 'series'>; hasNoItems: boolean },
): State {
	const last = hasNoItems ? findRememberedPoll(key, saved) : undefined;
	const next = { ...state, series: last?.unsavedState?.series ?? randomUUID() };
	if (hasNoItems)
		updateRemembered(key, {
			unsavedState: next,
			startedFromSeries: last ? last.startedFromSeries : seriesOf(saved),
		});
	return next;
}

/** Kept in memory, because n8n saves no state after a poll without items. */
const loggedLines = new ProcessMemory<true>();

export function rememberIfNotLogged(line: string): boolean {
	const isNew = !loggedLines.get(line);
	if (isNew) loggedLines.set(line, true);
	return isNew;
}
