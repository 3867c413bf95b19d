import type { AnyRun } from '../operation';
import { openEntries, setState } from '../ledger';

/** Leaves out what a dry run shows in place of sending it. A rule that leaves it out before has its own reason. */
export function dryRun({ ledger }: AnyRun): void {
	for (const entry of openEntries(ledger)) {
		const { preview, count } = entry;
		if (!preview) continue;
		const facts = { ...preview, ...(count !== undefined && { recipients: count }) };
		setState([entry], { is: 'leftOut', reason: 'dry run', facts });
	}
}
