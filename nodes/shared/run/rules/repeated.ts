import { recipientKey } from '../../values/recipientKey';
import type { Entry } from '../entry';
import { addressOf, isOpen, maybeSentInAnyTry, NOT_STARTED } from '../ledger';
import type { AnyRun, Plan } from '../operation';

/**
 * Makes each entry follow an earlier entry with the same request, so that a recipient gets a message once.
 * Entries with a key of Send Once Per Key are skipped: their key alone decides.
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
		// Items to send and items of a dry run are compared among themselves.
		const kind = entry.preview ? 'dry' : 'sent';
		const key = `${kind} ${mailbox} ${fingerprintOf(entry)}`;
		const first = firstEntries.get(key) ?? entry;
		firstEntries.set(key, first);
		return first;
	};
	// Entries sent by an earlier try come first, regardless of their position in the input.
	for (const entry of entries) if (maybeSentInAnyTry(entry)) firstWithSameRequest(entry);
	for (const entry of entries) {
		if (!isOpen(entry)) continue;
		const first = firstWithSameRequest(entry);
		if (first === entry) continue;
		entry.follows = { first };
		entry.state = NOT_STARTED;
	}
}

/** Returns the recipients that occur more than once, because only their requests need comparing. */
function findRepeatedMailboxes(addresses: string[]): Set<string> {
	const seen = new Set<string>();
	const mailboxes = new Set<string>();
	for (const address of addresses) {
		const mailbox = recipientKey(address);
		(seen.has(mailbox) ? mailboxes : seen).add(mailbox);
	}
	return mailboxes;
}
