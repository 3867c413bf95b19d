import type { AnyRun } from './operation';
import { mayHaveBeenSent, OPEN } from './ledger';

/** @throws UserError if an earlier try of Retry On Fail may have sent something with another account */
export function assertSameAccount({ ledger, account }: AnyRun): void {
	if (ledger.entries.some(mayHaveBeenSent)) ledger.account?.assertSame(account);
	ledger.account = account;
}

/** Opens what an earlier try may have sent, if it is to be resent. */
export function reopenUnknown(run: AnyRun): void {
	for (const entry of run.ledger.entries) {
		if (entry.state.is !== 'unknown' || !entry.isResent) continue;
		entry.before = { by: 'try', error: entry.state.error };
		entry.state = OPEN;
	}
}
