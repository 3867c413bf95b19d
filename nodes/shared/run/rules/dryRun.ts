import type { AnyRun } from '../operation';
import { listOpenEntries, setState } from '../ledger';

/** Runs after the rules, because the reasons of the rules take precedence over the reason `dry run`. */
export function leaveOutDryRun({ ledger }: AnyRun): void {
	for (const entry of listOpenEntries(ledger)) {
		const { preview, mailingRecipientCount } = entry;
		if (!preview) continue;
		const outputFields = {
			...preview,
			...(mailingRecipientCount !== undefined && { recipients: mailingRecipientCount }),
		};
		setState([entry], { is: 'leftOut', reason: 'dry run', outputFields });
	}
}
