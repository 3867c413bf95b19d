import type { Entry } from '../../describe/ledger';
import type { AnyRun, Plan } from '../../describe/operation';
import { ValidationError } from '../../values/formats';
import { mailboxKey } from '../../values/phoneAndEmail';
import { isSettled, reject } from '../ledger';

/** Rejects each entry that has the recipient of an earlier one. */
export function duplicates(run: AnyRun, { recipients }: Plan): void {
	if (!recipients) return;
	const { ledger } = run;
	const first = new Map<string, number>();
	const keyOf = (entry: Entry) => mailboxKey(recipients.of(entry));
	// What an earlier try may have sent comes first: the same recipient in another item is the duplicate.
	for (const entry of ledger.entries) {
		if (isSettled(entry)) first.set(keyOf(entry), entry.item);
	}
	for (const entry of ledger.entries) {
		if (entry.state.is !== 'open') continue;
		const key = keyOf(entry);
		const before = first.get(key);
		if (before === undefined) first.set(key, entry.item);
		else {
			const error = new ValidationError(
				`is a duplicate of item ${before}`,
				'Remove duplicates before this step. Each recipient is sent a mailing only once.',
				recipients.label,
				recipients.of(entry),
			);
			reject(run, entry, error, true);
		}
	}
}
