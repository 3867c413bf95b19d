import { recipientKey } from '../../values/recipientKey';
import type { Entry } from '../entry';
import { addressOf, isOpen, mayHaveBeenSent, NOT_STARTED } from '../ledger';
import type { AnyRun, Plan } from '../operation';

/**
 * Lets each entry follow an earlier one whose request is the same: its recipient gets the message once. With
 * Send Once Per Key, the key says which messages are the same.
 */
export function repeated(run: AnyRun, { fingerprintOf }: Plan): void {
	if (!fingerprintOf) return;
	const entries = run.ledger.entries.filter(({ key }) => key === undefined);
	const mailboxes = repeatedIn(entries.map(addressOf));
	if (mailboxes.size === 0) return;
	const firsts = new Map<string, Entry>();
	const firstLike = (entry: Entry): Entry => {
		const mailbox = recipientKey(addressOf(entry));
		if (!mailboxes.has(mailbox)) return entry;
		const key = `${mailbox} ${fingerprintOf(entry)}`;
		const first = firsts.get(key) ?? entry;
		firsts.set(key, first);
		return first;
	};
	// What an earlier try has sent, or may have sent, comes first, wherever it stands in the input.
	for (const entry of entries) if (mayHaveBeenSent(entry)) firstLike(entry);
	for (const entry of entries) {
		if (!isOpen(entry)) continue;
		const first = firstLike(entry);
		if (first === entry) continue;
		entry.follows = { first };
		entry.state = NOT_STARTED;
	}
}

/** The mailboxes that are there more than once: only their requests are compared. */
function repeatedIn(addresses: string[]): Set<string> {
	const known = new Set<string>();
	const mailboxes = new Set<string>();
	for (const address of addresses) {
		const mailbox = recipientKey(address);
		(known.has(mailbox) ? mailboxes : known).add(mailbox);
	}
	return mailboxes;
}
