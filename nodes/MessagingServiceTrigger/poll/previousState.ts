import type { IPollFunctions } from 'n8n-workflow';
import { isSameAccount, isSameCredential } from '../service/account';
import type { ServiceClient } from '../service/client';
import type { Settings } from '../settings';
import { fingerprint } from '../state/fingerprint';
import type { State } from '../state/state';

const SAME_ACCOUNT =
	'The token of the credential has changed, but the account has the same mailings, so the trigger continues.';
const OTHER_ACCOUNT =
	'The credential now leads to another account, so the trigger starts as at its activation: events that already exist are not new.';
const OTHER_ACCOUNT_WITH_EXISTING =
	'The credential now leads to another account, so the trigger starts as at its activation, and includes existing events.';

/**
 * States of silent polls, and a fingerprint of what n8n had saved before: it saves one only with items or
 * at activation. Without this, a trigger whose state is loaded from the database for each poll would
 * start again and again, and lose what came in between.
 */
const unsaved = new Map<string, { next: State; over: string }>();

/**
 * The state with which a poll continues, and whether the credential led elsewhere before.
 *
 * @param stored what n8n has; undefined if there is none of these events
 * @param key of the node
 */
export async function previousState(
	stored: State | undefined,
	key: string,
	client: ServiceClient,
	settings: Settings,
	{ logger }: Pick<IPollFunctions, 'logger'>,
): Promise<State | undefined> {
	if (!stored) return undefined;
	const { next, over } = unsaved.get(key) ?? {};
	const last = next && over === fingerprint(stored) ? next : stored;
	const same = [last, stored].find((state) => isSameCredential(state, settings));
	if (same) return same;
	if (await isSameAccount(client, settings, last)) {
		logger.info(SAME_ACCOUNT);
		return last;
	}
	logger.warn(settings.includeExisting ? OTHER_ACCOUNT_WITH_EXISTING : OTHER_ACCOUNT);
	return last.account === settings.account ? beforeActivation(last) : undefined;
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
	stored: State | undefined,
	key: string,
	next: State,
	isSilent: boolean,
): void {
	if (!stored || isAsGood(stored, next)) unsaved.delete(key);
	else if (isSilent) unsaved.set(key, { next, over: fingerprint(stored) });
}

/** Whether a poll that starts from the saved state finds all that is new since then. */
const isAsGood = (stored: State, next: State): boolean =>
	isSameCredential(stored, next) &&
	stored.selectionKey === next.selectionKey &&
	stored.pendingBaseline.length === 0;
