import { sleep } from 'n8n-workflow';
import type { Entry } from '../run/entry';
import { countryCodeOf } from './readItem';
import { readField } from './readField';
import { isOpen, itemEntries, reject } from '../run/ledger';
import { type AnyRun, recipientFieldOf } from '../run/operation';

/**
 * Reads what is to be sent of each item; one that is wrong is rejected. What an earlier try has sent is not
 * read again, whatever its expressions come to now.
 */
export async function readItems(run: AnyRun, read: (entry: Entry) => void): Promise<Entry[]> {
	const entries = itemEntries(run);
	const pause = pauser();
	for (const entry of entries) {
		if (!isOpen(entry)) continue;
		try {
			read(entry);
		} catch (error) {
			entry.address ??= recipientOf(run, entry.item);
			reject(run, entry, error);
		}
		const turn = pause();
		if (turn) await turn;
	}
	return entries;
}

/** The recipient of an invalid item; undefined if it cannot be read either. */
function recipientOf(run: AnyRun, item: number): string | undefined {
	const field = recipientFieldOf(run.operation);
	if (!field) return undefined;
	try {
		return readField(field, run.item(item, countryCodeOf(run, item)))?.toString();
	} catch {
		return undefined;
	}
}

/** Milliseconds of work after which n8n's other work has a turn. */
const TURN = 50;

/**
 * Lets n8n do other work now and then: 100,000 expressions take half a minute.
 *
 * @returns to be called after each; what it returns, if anything, is to be awaited
 */
export function pauser(): () => Promise<void> | undefined {
	let end = performance.now() + TURN;
	const pause = async () => {
		await sleep(0);
		end = performance.now() + TURN;
	};
	return () => (performance.now() < end ? undefined : pause());
}
