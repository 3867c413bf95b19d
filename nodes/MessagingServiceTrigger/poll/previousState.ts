import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { isSameAccount, isSameCredential } from '../account/accountMark';
import type { AccountClient } from '../account/client';
import type { Settings } from '../settings';
import { fingerprint } from '../state/fingerprint';
import { KEY, type State } from '../state/state';

const SAME_ACCOUNT =
	'The token of the credential has changed, but the account has the same mailings, so the trigger continues.';
const OTHER_ACCOUNT =
	'The credential now leads to another account, so the trigger starts as at its activation: events that already exist are not new.';
const OTHER_ACCOUNT_WITH_EXISTING =
	'The credential now leads to another account, so the trigger starts as at its activation, and includes existing events.';

interface UnsavedState {
	next: State;
	/** Fingerprints of the states before it that n8n may load: it saves that of an activation too. */
	saved: string[];
	/** Its own fingerprint, by which a poll knows it if n8n has kept it in memory. */
	own: string;
}

/**
 * States of silent polls: n8n saves one only with items or at activation. Without this, a trigger whose
 * state is loaded from the database, for each poll or when its workflow is activated again, would lose
 * what came in between.
 */
const unsaved = new Map<string, UnsavedState>();

/**
 * The state with which a poll continues, and whether the credential led elsewhere before.
 *
 * @param data where n8n has it
 * @param stored the same as it was read; undefined if there is none of these events
 * @param key of the node
 */
export async function previousState(
	data: IDataObject,
	stored: State | undefined,
	key: string,
	client: AccountClient,
	settings: Settings,
	{ logger }: Pick<IPollFunctions, 'logger'>,
): Promise<State | undefined> {
	if (!stored) return undefined;
	const last = laterState(data[KEY], key) ?? stored;
	// The last one first: what it has read may be no longer new to a state before it.
	if (await isSameAccount(client, settings, last)) {
		if (!isSameCredential(last, settings)) logger.info(SAME_ACCOUNT);
		return last;
	}
	if (isSameCredential(stored, settings)) return stored;
	logger.warn(settings.includeExisting ? OTHER_ACCOUNT_WITH_EXISTING : OTHER_ACCOUNT);
	return last.account === settings.account ? beforeActivation(last) : undefined;
}

/** The state of the last silent poll, if n8n has loaded one from before it. */
function laterState(loaded: unknown, key: string): State | undefined {
	const silent = unsaved.get(key);
	if (!silent) return undefined;
	const mark = fingerprint(loaded);
	return mark !== silent.own && silent.saved.includes(mark) ? silent.next : undefined;
}

/** A state that leads to an activation. It keeps only what prevents that known events are new. */
const beforeActivation = (stored: State): State => ({
	...stored,
	selectionKey: '',
	mailings: {},
	former: Object.keys(stored.mailings).length > 0 ? stored.mailings : stored.former,
	pendingBaseline: [],
	toMarkAsRead: [],
	resumeAt: undefined,
});

/** Keeps the state of a silent poll until n8n has one that is as good. */
export function rememberState(
	data: IDataObject,
	stored: State | undefined,
	key: string,
	next: State,
	isSilent: boolean,
): void {
	const silent = unsaved.get(key);
	const isInMemory = silent !== undefined && silent.own === fingerprint(data[KEY]);
	if (!stored || (!isInMemory && isAsGood(stored, next))) unsaved.delete(key);
	else if (isSilent) {
		const own = fingerprint(next);
		const saved = isInMemory ? silent.saved : [fingerprint(data[KEY]), own];
		unsaved.set(key, { next, own, saved });
	}
}

/**
 * Whether a poll that starts from the saved state finds all that is new since then, and marks nothing
 * twice.
 */
const isAsGood = (stored: State, next: State): boolean =>
	isSameCredential(stored, next) &&
	stored.selectionKey === next.selectionKey &&
	stored.pendingBaseline.length + stored.toMarkAsRead.length === 0;
