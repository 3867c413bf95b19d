import { recipientKey } from '../../values/recipientKey';
import type { Entry } from '../entry';
import { addressOf, isOpen, maybeSentInAnyTry, NOT_STARTED } from '../ledger';
import type { AnyRun, Plan } from '../operation';

/**
 * Prevents sending the same request to a recipient twice in a run. Skips entries with Send Once Per Key, because
 * their key decides instead.
 */
export function leaveOutRepeated(run: AnyRun, { fingerprintOf }: Plan): void {
	if (!fingerprintOf) return;
	const entries = run.ledger.entries.filter(({ key }) => key === undefined);
	const mailboxes = findRepeatedMailboxes(entries.map(addressOf));
	if (mailboxes.size === 0) return;
	const firstEntries = new Map<string, Entry>();
	const firstWithSameRequest = (entry: Entry): Entry => {
		const mailbox = recipientKey(addressOf(entry));
		if (!mailboxes.has(mailbox)) return entry;
		// Items of a dry run are compared only with each other.
		const kind = entry.preview ? 'dry' : 'sent';
		const key = `${kind} ${mailbox} ${fingerprintOf(entry)}`;
		const first = firstEntries.get(key) ?? entry;
		firstEntries.set(key, first);
		return first;
	};
	// Entries that an earlier try may have sent count as the first, regardless of their position in the input.
	for (const entry of entries) if (maybeSentInAnyTry(entry)) firstWithSameRequest(entry);
	for (const entry of entries) {
		if (!isOpen(entry)) continue;
		const first = firstWithSameRequest(entry);
		if (first === entry) continue;
		entry.follows = { first };
		entry.state = NOT_STARTED;
	}
}

/** Returns recipients that occur more than once. Only their requests are compared. */
function findRepeatedMailboxes(addresses: string[]): Set<string> {
	const seen = new Set<string>();
	const mailboxes = new Set<string>();
	for (const address of addresses) {
		const mailbox = recipientKey(address);
		(seen.has(mailbox) ? mailboxes : seen).add(mailbox);
	}
	return mailboxes;
}
