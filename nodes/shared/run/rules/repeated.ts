import { recipientKey } from '../../values/recipientKey';
import type { Entry } from '../entry';
import { addressOf, isOpen, maybeSentInAnyTry, NOT_STARTED } from '../ledger';
import type { AnyRun, Plan } from '../operation';

/**
 * Prevents sending the same request to a recipient twice in a run. Skips entries with Send Once Per Key, because
 * their key decides instead.
 */
export function leaveOutRepeated(run: AnyRun, { contentFingerprintOf }: Plan): void {
	if (!contentFingerprintOf) return;
	const entries = run.ledger.entries.filter(({ sendKey }) => sendKey === undefined);
	const repeated = findRepeatedRecipients(entries.map(addressOf));
	if (repeated.size === 0) return;
	const firstEntries = new Map<string, Entry>();
	const firstWithSameRequest = (entry: Entry): Entry => {
		const recipient = recipientKey(addressOf(entry));
		if (!repeated.has(recipient)) return entry;
		// Items with Dry Run on are not compared with items that are sent.
		const kind = entry.preview ? 'dry' : 'sent';
		const key = `${kind} ${recipient} ${contentFingerprintOf(entry)}`;
		const first = firstEntries.get(key) ?? entry;
		firstEntries.set(key, first);
		return first;
	};
	// An entry that an earlier try may have sent counts as the first of equal entries, regardless of its
	// position in the input.
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
function findRepeatedRecipients(addresses: string[]): Set<string> {
	const seen = new Set<string>();
	const repeated = new Set<string>();
	for (const address of addresses) {
		const recipient = recipientKey(address);
		(seen.has(recipient) ? repeated : seen).add(recipient);
	}
	return repeated;
}
