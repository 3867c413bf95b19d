import { createHash } from 'node:crypto';
import type { INodeExecutionData } from 'n8n-workflow';
import { asOption } from '../../describe/field';
import { recipientKey } from '../../values/recipientKey';
import type { Entry } from '../entry';
import { addressOf, isOpen, mayHaveBeenSent, NOT_STARTED } from '../ledger';
import type { AnyRun, CheckedRequest, Plan, Run } from '../operation';
import { sendBetween, sendOnceKey } from '../../describe/options';
import { readField } from '../../in/readField';
import { hasOption } from '../../in/schedule';

/**
 * Lets each entry follow an earlier one whose request is the same: its recipient gets the message once. With
 * Send Once Per Key, the key says which messages are the same.
 */
export function repeated(run: AnyRun, { fingerprintOf }: Plan): void {
	if (!fingerprintOf || hasOption(run, sendOnceKey)) return;
	const { entries } = run.ledger;
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

/**
 * Identifies the request of an item: all its parameters, its file and its sending hours. The recipient is
 * compared by itself, because a mailbox has several spellings. Only a hash is kept, because a later try still
 * compares with what an earlier one has sent.
 *
 * @returns undefined if it does not go to one recipient
 */
export function fingerprintOf(
	run: Run,
	item: number,
	{ qs, body, file, unmoved }: CheckedRequest,
): string | undefined {
	const { effect, knowsRecipients } = run.operation;
	if (effect !== 'send' || !knowsRecipients) return undefined;
	const parameters = { ...qs, ...body, ...unmoved, phone: undefined, email: undefined };
	const hours = hasOption(run, sendBetween)
		? readField(asOption(sendBetween), run.item(item))
		: undefined;
	const request = JSON.stringify([parameters, fileIn(run.items[item], file), hours]);
	return createHash('sha256').update(request).digest('base64');
}

/** Identifies a file by n8n's ID of it, or by its bytes if n8n keeps them in the item. */
function fileIn({ binary = {} }: INodeExecutionData, field: string | undefined) {
	if (field === undefined) return undefined;
	const { id, data, fileName, fileExtension, mimeType } = binary[field];
	return [id ?? data, fileName, fileExtension, mimeType];
}
