import type { Entry, State } from '../../describe/ledger';
import type { AnyRun, Plan } from '../../describe/operation';
import { ValidationError } from '../../values/formats';
import { mailboxKey } from '../../values/phoneAndEmail';
import { isSentOrUnknown, reject } from '../ledger';

type Recipients = NonNullable<Plan['recipients']>;

/** Rejects each entry that sends the same to the same recipient as an earlier item. */
export function duplicates(run: AnyRun, { recipients }: Plan): void {
	if (!recipients) return;
	const { ledger } = run;
	const first = new Map<string, number>();
	const { of, gets } = recipients;
	const repeated = repeatedIn(ledger.entries.map(of));
	const keyOf = (entry: Entry) => {
		const mailbox = mailboxKey(of(entry));
		return repeated.has(mailbox) ? `${mailbox} ${gets?.(entry) ?? ''}` : mailbox;
	};
	// What an earlier try may have sent comes first: the same recipient in another item is the duplicate.
	for (const entry of ledger.entries) {
		if (isSentOrUnknown(entry)) first.set(keyOf(entry), entry.item);
	}
	const rejectLater = rejecter(run, recipients);
	for (const entry of ledger.entries) {
		if (entry.state.is !== 'open') continue;
		const key = keyOf(entry);
		const before = first.get(key);
		if (before === undefined) first.set(key, entry.item);
		else if (before !== entry.item) rejectLater(entry, before);
	}
}

const ADVICE = 'Remove duplicates before this step. Each recipient is sent a mailing only once.';

/** Rejects a duplicate of an earlier item. The mailings of one item have one error together. */
function rejecter(run: AnyRun, { label, of, problem, advice = ADVICE }: Recipients) {
	const states = new Map<number, State>();
	return (entry: Entry, before: number): void => {
		const known = states.get(entry.item);
		if (known) entry.state = known;
		else {
			const found = `${problem} item ${before}`;
			reject(run, entry, new ValidationError(found, advice, label, of(entry)), true);
		}
		if (run.ledger.noun !== 'mailing') return;
		states.set(entry.item, entry.state);
		// As a recipient that is wrong, it is no part of what its item sends.
		entry.content = undefined;
	};
}

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
