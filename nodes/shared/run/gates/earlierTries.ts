import type { AnyRun } from '../../describe/operation';
import { hasSettled, OPEN } from '../ledger';
import { isResent } from '../options/resend';

/**
 * Keeps the tries of Retry On Fail to one account once something was sent, and opens what may have been
 * sent if it is to be resent.
 *
 * @throws UserError if an earlier try has sent something with another account
 */
export function earlierTries(run: AnyRun): void {
	const { ledger, account } = run;
	if (hasSettled(ledger)) ledger.account?.assertSame(account);
	ledger.account = account;
	for (const entry of ledger.entries) {
		if (entry.state.is !== 'unknown' || !isResent(run, entry.item)) continue;
		entry.before = entry.state;
		entry.state = OPEN;
	}
}
