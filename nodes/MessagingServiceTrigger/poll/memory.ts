import type { IDataObject } from 'n8n-workflow';
import { isSameAccount, KEY, type State } from '../state/state';
import { fingerprint } from '../state/fingerprint';
import { isUnknownStatus, statusWord } from '../../shared/api/statusWords';
import { safeMessage } from '../account/problems';

/** Triggers of one n8n process, or statuses, of which something is remembered. */
const MAX_KEYS = 1_000;

/**
 * What this n8n process remembers from poll to poll, because n8n saves nothing of polls that fail or
 * return nothing. What was remembered the longest ago is forgotten first: a trigger then continues as
 * if n8n had been started anew.
 */
export class ProcessMemory<T> {
	private readonly byKey = new Map<string, T>();

	constructor(private readonly max = MAX_KEYS) {}

	get(key: string): T | undefined {
		return this.byKey.get(key);
	}

	/** Remembers a value, or forgets it if there is none. */
	set(key: string, value: T | undefined): void {
		this.byKey.delete(key);
		if (value !== undefined) this.byKey.set(key, value);
		const [oldest] = this.byKey.keys();
		if (this.byKey.size > this.max) this.byKey.delete(oldest);
	}
}

/**
 * The state of a silent poll, which returned no items. n8n keeps such a state in memory, but saves a state
 * only with items or at an activation. If n8n then loads the saved one, that is older: the poll would take
 * what came since then for a part of the activation, or mark replies twice. For example, an activation
 * reads two of three mailings (saved), a silent poll reads the third one (not saved), a reply to it comes,
 * and the workflow is loaded anew: with the saved state, the reply would be old.
 */
interface SilentState {
	next: State;
	/** Fingerprints of the states that n8n may load in its place: the one before it and the saved one. */
	saved: string[];
	/** Fingerprint of `next`, by which a poll knows that n8n has kept it in memory. */
	mark: string;
}

interface Remembered {
	silent?: SilentState;
	/** The mailing with which the next poll starts: n8n saves no state of a poll that fails. */
	resumeAt?: string;
	/** Whether n8n's log has the line about mailings that are not watched. */
	isTold?: true;
}

/** By the key of the node. */
const triggers = new ProcessMemory<Remembered>();

const remember = (key: string, more: Remembered): void =>
	triggers.set(key, { ...triggers.get(key), ...more });

export const resumeAtOf = (key: string): string | undefined => triggers.get(key)?.resumeAt;

export const setResumeAt = (key: string, resumeAt: string | undefined): void =>
	remember(key, { resumeAt });

/**
 * The state with which a poll continues: that of the last silent poll, if n8n has loaded one from
 * before it.
 *
 * @param data where n8n has it
 * @param stored the same as it was read
 * @param key of the node
 */
export function previousState(data: IDataObject, stored: State, key: string): State {
	const silent = triggers.get(key)?.silent;
	if (!silent) return stored;
	const loaded = fingerprint(data[KEY]);
	return loaded !== silent.mark && silent.saved.includes(loaded) ? silent.next : stored;
}

/**
 * Keeps the state of a silent poll until n8n has one that is as good.
 *
 * @param data where n8n has the state of before
 * @param stored the same as it was read; undefined at the first activation
 */
export function rememberState(
	data: IDataObject,
	stored: State | undefined,
	key: string,
	{ items, state }: { items: IDataObject[]; state: State },
): void {
	const silent = triggers.get(key)?.silent;
	const isInMemory = silent !== undefined && silent.mark === fingerprint(data[KEY]);
	if (!stored || (!isInMemory && isAsGood(stored, state))) remember(key, { silent: undefined });
	else if (items.length === 0) {
		const mark = fingerprint(state);
		const saved = isInMemory ? silent.saved : [fingerprint(data[KEY]), mark];
		remember(key, { silent: { next: state, mark, saved } });
	}
}

/**
 * Whether a poll that starts from the saved state finds all that is new since then, and marks nothing
 * twice.
 */
const isAsGood = (stored: State, next: State): boolean =>
	isSameAccount(stored, next) &&
	stored.selectionKey === next.selectionKey &&
	stored.pendingBaseline.length + stored.toMarkAsRead.length === 0;

/** The line if there is one, and n8n's log has not got one for this node. */
export function onceFor(key: string, line: string): string[] {
	if (line === '' || triggers.get(key)?.isTold) return [];
	remember(key, { isTold: true });
	return [line];
}

/** Statuses that one line names, and their length. */
const MAX_NAMED = 5;
const MAX_LENGTH = 40;

/** What unknown statuses mean for the user. */
export const COUNTS_AS_OPEN =
	'It counts as not known yet (is_delivered is null, the outcome is Pending).';

/** The words of the statuses that this package does not know, in quotation marks. */
export const unknownStatuses = (statuses: Iterable<unknown>): string[] => {
	const words = new Set([...statuses].filter(isUnknownStatus).map(statusWord));
	return [...words].map((word) => `"${safeMessage(word).slice(0, MAX_LENGTH)}"`);
};

/** Statuses that n8n's log has got. The state cannot tell: n8n does not save that of a silent poll. */
const loggedStatuses = new ProcessMemory<true>();

/** A line for n8n's log about statuses that it has not got; none if there are none. */
export function unknownStatusWarnings(statuses: Iterable<unknown>): string[] {
	const words = unknownStatuses(statuses).filter((word) => !loggedStatuses.get(word));
	for (const word of words) loggedStatuses.set(word, true);
	if (words.length === 0) return [];
	const more = words.length > MAX_NAMED ? ` and ${words.length - MAX_NAMED} more` : '';
	const named = words.slice(0, MAX_NAMED).join(', ') + more;
	return [
		`The service returned a status that this package does not know: ${named}. ${COUNTS_AS_OPEN}`,
	];
}
