import type { IDataObject } from 'n8n-workflow';
import { isSameAccount } from '../state/accountMark';
import { fingerprint } from '../state/fingerprint';
import { KEY, type State } from '../state/state';
import { ProcessMemory } from './processMemory';

interface SilentState {
	next: State;
	/** Fingerprints of the states before it that n8n may load: it saves that of an activation too. */
	saved: string[];
	/** Its own fingerprint, by which a poll knows it if n8n has kept it in memory. */
	own: string;
}

interface Remembered {
	/**
	 * The state of a silent poll: n8n saves one only with items or at activation. Without this, a trigger
	 * whose state is loaded from the database, for each poll or when its workflow is activated again,
	 * would lose what came in between.
	 */
	silent?: SilentState;
	/** The mailing with which the next poll starts: n8n saves no state of a poll that fails. */
	resumeAt?: string;
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
	const mark = fingerprint(data[KEY]);
	return mark !== silent.own && silent.saved.includes(mark) ? silent.next : stored;
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
	const isInMemory = silent !== undefined && silent.own === fingerprint(data[KEY]);
	if (!stored || (!isInMemory && isAsGood(stored, state))) remember(key, { silent: undefined });
	else if (items.length === 0) {
		const own = fingerprint(state);
		const saved = isInMemory ? silent.saved : [fingerprint(data[KEY]), own];
		remember(key, { silent: { next: state, own, saved } });
	}
}

/**
 * Whether a poll that starts from the saved state finds all that is new since then, and marks nothing
 * twice.
 */
const isAsGood = (stored: State, next: State): boolean =>
	isSameAccount(stored, next) &&
	stored.selectionKey === next.selectionKey &&
	[stored.pendingBaseline, stored.toMarkAsRead, stored.toMarkAgain].every(
		({ length }) => length === 0,
	);
