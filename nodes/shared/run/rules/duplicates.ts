import type { Entry } from '../entry';
import type { AnyRun, Plan } from '../operation';
import { ValidationError } from '../../values/formats';
import { mailboxKey } from '../../values/email';
import { addressOf, isSentOrUnknown, reject } from '../ledger';

/** Rejects each entry that sends the same to the same recipient as an earlier item. */
export function duplicates(run: AnyRun, { recipients }: Plan): void {
	if (!recipients) return;
	const { ledger } = run;
	const first = new Map<string, number>();
	const { label, gets } = recipients;
	const repeated = repeatedIn(ledger.entries.map(addressOf));
	const keyOf = (entry: Entry) => {
		const mailbox = mailboxKey(addressOf(entry));
		return repeated.has(mailbox) ? `${mailbox} ${gets(entry)}` : mailbox;
	};
	// What an earlier try may have sent comes first: the same recipient in another item is the duplicate.
	for (const entry of ledger.entries) {
		if (isSentOrUnknown(entry)) first.set(keyOf(entry), entry.item);
	}
	for (const entry of ledger.entries) {
		if (entry.state.is !== 'open') continue;
		const key = keyOf(entry);
		const before = first.get(key);
		if (before === undefined) first.set(key, entry.item);
		else {
			const found = new ValidationError(
				`is a duplicate of item ${before}`,
				ADVICE,
				label,
				addressOf(entry),
			);
			reject(run, entry, found, true);
		}
	}
}

const ADVICE = 'Remove duplicates before this step. Each recipient is sent a mailing only once.';

/** The mailboxes that are there more than once: only their texts are compared. */
function repeatedIn(addresses: string[]): Set<string> {
	const known = new Set<string>();
	const repeated = new Set<string>();
	for (const address of addresses) {
		const mailbox = mailboxKey(address);
		(known.has(mailbox) ? repeated : known).add(mailbox);
	}
	return repeated;
}
