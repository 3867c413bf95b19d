import { randomUUID } from 'node:crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { renewStaticData } from '../shared/http/n8nInternals';
import { isRecord } from '../shared/values/json';
import { decodeReplies, symbolOf, readStatuses } from './encoding';

/** The events, as states have them. Another word there is damage. */
export const EVENTS = ['viberReply', 'viberDelivery', 'smsDelivery', 'emailDelivery'] as const;
export type EventName = (typeof EVENTS)[number];

/** Tells whether a credential leads to another account than before. It may be stored. */
export interface AccountFingerprints {
	/** Fingerprint of the base URL. */
	urlMark: string;
	/** Says that the token has changed: see `tokenMark` of the credential. */
	tokenMark: number;
}

/**
 * What a poll stores for the next one, as JSON in n8n's database. Every poll writes a new object, so that a
 * poll that fails changes nothing.
 */
export interface State extends AccountFingerprints {
	version: 1;
	event: string;
	/** The same in all states from one that n8n has saved to the next. */
	series: string;
	/** Fingerprint of the parameters that select mailings. */
	selectionKey: string;
	/** Statuses, by the index that the snapshots use. A place that none uses is null, and free. */
	statusTable: Array<string | null>;
	/** Snapshot of each watched mailing, by its ID. */
	mailings: Record<string, string>;
	/** Mailings of the activation that are not read yet. What they have by then is not new. */
	pendingBaseline: string[];
	/** IDs of replies that the workflow got, to be marked as read at the next poll. */
	toMarkAsRead: string[];
	/**
	 * IDs of replies that were sent to be marked. Those that the service still lists are sent again in requests
	 * of their own, so that a reply that is always rejected does not hold up new ones.
	 */
	toMarkAgain: string[];
}

/** A state that n8n has saved, or the reason why there is none: the first poll for this event, or damage. */
export type SavedState = State | 'none' | 'unreadable';

const KEY = 'state';

/** The saved data of the node. Data that cannot hold a state, e.g. `null`, counts as a damaged state. */
export function savedData(context: IPollFunctions): IDataObject {
	const data: unknown = context.getWorkflowStaticData('node');
	if (isRecord(data)) return data;
	return Object.assign(renewStaticData(context), { [KEY]: null });
}

/** Writes the state in one assignment, so that an overlapping poll never reads half of it. */
export function writeState(data: IDataObject, state: State): void {
	data[KEY] = state as unknown as IDataObject;
}

/** Reads the state of the poll before, and checks all of it: a database may have been repaired by hand. */
export function readState(data: IDataObject, event: string): SavedState {
	const saved: unknown = data[KEY];
	const others: unknown[] = EVENTS.filter((name) => name !== event);
	if (saved === undefined || (isRecord(saved) && others.includes(saved.event))) return 'none';
	try {
		if (!isState(saved) || saved.event !== event) return 'unreadable';
		return withoutUnused(saved);
	} catch {
		return 'unreadable';
	}
}

const isText = (value: unknown) => typeof value === 'string';
const isWatched = (value: unknown) => isText(value) && /^!?\d+$/.test(String(value));
const isListOf = (value: unknown, isEntry: (entry: unknown) => boolean) =>
	Array.isArray(value) && value.every(isEntry);

const isState = (saved: unknown): saved is State =>
	isRecord(saved) &&
	saved.version === 1 &&
	[saved.series, saved.selectionKey, saved.urlMark].every(isText) &&
	typeof saved.tokenMark === 'number' &&
	isListOf(saved.statusTable, (status) => status === null || isText(status)) &&
	isRecord(saved.mailings) &&
	Object.keys(saved.mailings).every(isWatched) &&
	Object.values(saved.mailings).every(isText) &&
	isListOf(saved.pendingBaseline, isWatched) &&
	isListOf(saved.toMarkAsRead, isText) &&
	isListOf(saved.toMarkAgain, isText);

/**
 * The state without statuses that no snapshot uses. Otherwise texts that are unique, with a time for
 * example, would never leave it.
 *
 * @throws Error if a snapshot is damaged
 */
function withoutUnused(state: State): State {
	const { event, mailings, statusTable } = state;
	const used = new Set<string>();
	for (const snapshot of Object.values(mailings)) {
		if (event === 'viberReply') decodeReplies(snapshot);
		else readStatuses(snapshot, statusTable.length, (_, symbol) => used.add(symbol));
	}
	const table = statusTable.map((text, index) => (used.has(symbolOf(index)) ? text : null));
	return { ...state, statusTable: table };
}

/** The `selectionKey` of a state of another account, or of an account with another token. */
export const OTHER_ACCOUNT = '#';

/** Whether base URL and token are the same. */
export const isSameAccount = (a: AccountFingerprints, b: AccountFingerprints): boolean =>
	a.urlMark === b.urlMark && a.tokenMark === b.tokenMark;

/**
 * The part of a state that counts with this credential. With another token or base URL the poll is an
 * activation: what the state does not know is not new. What it knows goes on, because most new tokens are of
 * the same account. With another base URL it knows nothing. Replies that are still to be marked as read are
 * dropped, because they may be those of another account.
 */
export function stateFor(account: AccountFingerprints, state: State): State {
	if (isSameAccount(account, state)) return state;
	const hasOtherUrl = account.urlMark !== state.urlMark;
	return {
		...state,
		...(hasOtherUrl && { mailings: {}, pendingBaseline: [] }),
		selectionKey: OTHER_ACCOUNT,
		toMarkAsRead: [],
		toMarkAgain: [],
	};
}

/** Marks a single message. What is watched is named in the state by its ID, and one ID may be both. */
const SINGLE = '!';

export const singleMessage = (id: string): string => SINGLE + id;

export const isSingle = (watched: string): boolean => watched.startsWith(SINGLE);

/** The `message_id` of the service. */
export const messageIdOf = (watched: string): string =>
	isSingle(watched) ? watched.slice(SINGLE.length) : watched;

/** A mailing or a single message in a warning. */
export const nameOf = (watched: string): string =>
	isSingle(watched) ? `message ${messageIdOf(watched)}` : watched;

/** Triggers of one n8n process, or lines of its log, of which something is remembered. */
const MAX_KEYS = 1_000;

/**
 * What this n8n process remembers from poll to poll. What was remembered the longest ago is forgotten first:
 * a trigger then continues as if n8n had been started anew.
 */
export class ProcessMemory<T> {
	private readonly byKey = new Map<string, T>();

	constructor(private readonly max = MAX_KEYS) {}

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
 * n8n saves the state of a poll only with its items, or at an activation. After polls that returned nothing
 * it may load an older one, which does not know what they have read and marked: an activation reads two of
 * three mailings (saved), a silent poll reads the third one (not saved), a reply to it comes, and the
 * workflow is loaded anew. With the saved state, the reply would be old.
 */
interface Remembered {
	/** Of the last silent poll. */
	state?: State;
	/** The saved state from which the silent polls began: its series, or `unreadable`. */
	startedFrom?: string;
	/** The mailing with which the next poll starts, because the time ran out before it was read. */
	resumeAt?: string;
}

/** By the key of the node. */
const triggers = new ProcessMemory<Remembered>();

const remember = (key: string, more: Remembered): void =>
	triggers.set(key, { ...triggers.get(key), ...more });

export const resumeAtOf = (key: string): string | undefined => triggers.get(key)?.resumeAt;

export const setResumeAt = (key: string, resumeAt: string | undefined): void =>
	remember(key, { resumeAt });

const seriesOf = (saved: SavedState): string => (typeof saved === 'string' ? saved : saved.series);

/** The remembered state, if n8n has loaded it or the one from which the silent polls began. */
function rememberedFor(key: string, saved: SavedState): Remembered | undefined {
	const last = triggers.get(key);
	const isLater = [last?.state?.series, last?.startedFrom].includes(seriesOf(saved));
	return isLater && saved !== 'none' ? last : undefined;
}

/** The state with which a poll continues. */
export function latestState(key: string, saved: SavedState): State | undefined {
	const last = rememberedFor(key, saved)?.state;
	if (last) return withoutUnused(last);
	return typeof saved === 'string' ? undefined : saved;
}

/**
 * Gives the state of a poll its series, and remembers it if the poll returned nothing.
 *
 * @param saved the state that n8n had loaded
 * @param isSilent whether the poll returned nothing
 */
export function rememberState(
	key: string,
	saved: SavedState,
	{ state, isSilent }: { state: Omit<State, 'series'>; isSilent: boolean },
): State {
	const last = isSilent ? rememberedFor(key, saved) : undefined;
	const next = { ...state, series: last?.state?.series ?? randomUUID() };
	if (isSilent)
		remember(key, { state: next, startedFrom: last ? last.startedFrom : seriesOf(saved) });
	return next;
}

/** Lines that n8n's log has got. The state cannot tell: n8n does not save that of a silent poll. */
const logged = new ProcessMemory<true>();

/** Whether n8n's log has not got this line yet. */
export function isNewLine(line: string): boolean {
	const isNew = !logged.get(line);
	if (isNew) logged.set(line, true);
	return isNew;
}
