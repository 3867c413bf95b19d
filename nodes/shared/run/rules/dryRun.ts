import type { AnyRun } from '../operation';
import { listOpenEntries, setState } from '../ledger';

/** Runs after the rules, because the reasons of the rules take precedence over the reason `dry run`. */
export function leaveOutDryRun({ ledger }: AnyRun): void {
	for (const entry of listOpenEntries(ledger)) {
		const { preview, recipientCount } = entry;
		if (!preview) continue;
		const outputFields = {
			...preview,
			...(recipientCount !== undefined && { recipients: recipientCount }),
		};
		setState([entry], { is: 'leftOut', reason: 'dry run', outputFields });
	}
}
