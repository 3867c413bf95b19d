import { sleep } from 'n8n-workflow';
import type { Entry } from '../run/entry';
import { readDefaultCountryCode } from './readItem';
import { readField } from './readField';
import { isOpen, ensureItemEntries, rejectEntry } from '../run/ledger';
import { type AnyRun, recipientFieldIfSending } from '../run/operation';

/**
 * Reads open items and rejects invalid ones. Skips items that an earlier try may have sent, because their
 * expressions may now return something else.
 */
export async function readOrRejectItems(
	run: AnyRun,
	read: (entry: Entry) => void,
): Promise<Entry[]> {
	const entries = ensureItemEntries(run);
	const pause = createPauser();
	for (const entry of entries) {
		if (!isOpen(entry)) continue;
		try {
			read(entry);
		} catch (error) {
			entry.address ??= tryReadRecipient(run, entry.itemIndex);
			rejectEntry(run, entry, error);
		}
		const turn = pause();
		if (turn) await turn;
	}
	return entries;
}

/** Returns the recipient of an invalid item, if the recipient is valid. */
function tryReadRecipient(run: AnyRun, item: number): string | undefined {
	const field = recipientFieldIfSending(run.operation);
	if (!field) return undefined;
	try {
		return readField(field, run.readerOf(item, readDefaultCountryCode(run, item)))?.toString();
	} catch {
		return undefined;
	}
}

const WORK_PER_TURN_MS = 50;

/**
 * Returns a function that, called after each item, lets n8n do other work. Without these pauses,
 * 100,000 expressions would block n8n for half a minute.
 *
 * @returns a function that returns a promise to await if a pause is due, otherwise undefined
 */
export function createPauser(): () => Promise<void> | undefined {
	let end = performance.now() + WORK_PER_TURN_MS;
	const pause = async () => {
		await sleep(0);
		end = performance.now() + WORK_PER_TURN_MS;
	};
	return () => (performance.now() < end ? undefined : pause());
}
