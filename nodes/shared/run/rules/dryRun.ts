import type { AnyRun } from '../operation';
import { openEntries, setState } from '../ledger';

/** Leaves out the entries of a dry run. Runs last, so that other reasons and shared keys take precedence. */
export function leaveOutDryRun({ ledger }: AnyRun): void {
	for (const entry of openEntries(ledger)) {
		const { preview, recipientCount } = entry;
		if (!preview) continue;
		const outputFields = {
			...preview,
			...(recipientCount !== undefined && { recipients: recipientCount }),
		};
		setState([entry], { is: 'leftOut', reason: 'dry run', outputFields });
	}
}
