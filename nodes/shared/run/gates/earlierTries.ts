import type { AnyRun } from '../../describe/operation';
import { hasSettled, OPEN } from '../ledger';

/**
 * Keeps the tries of Retry On Fail to one account once something was sent, and opens what may have been
 * sent if it is to be resent.
 *
 * @throws UserError if an earlier try has sent something with another account
 */
export function earlierTries({ ledger, policy, account }: AnyRun): void {
	if (hasSettled(ledger)) ledger.account?.assertSame(account);
	ledger.account = account;
	if (!policy.resendUnknown) return;
	for (const entry of ledger.entries) {
		if (entry.state.is !== 'unknown') continue;
		entry.before = entry.state;
		entry.state = OPEN;
	}
}
