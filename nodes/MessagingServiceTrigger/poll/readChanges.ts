import type { AccountClient } from '../account/client';
import { type ReadMailings, readMailings } from '../account/readMailings';
import { findChanges, type MailingChanges } from '../changes/findChanges';
import type { Settings } from '../settings';
import type { State } from '../state/state';
import { messageIdOf } from '../state/watchedIds';

/** What a poll has read. */
export interface Reading extends ReadMailings {
	/** What changed in each mailing that has content. */
	changes: Map<string, MailingChanges>;
	statusTable: State['statusTable'];
}

/** Which mailings a poll reads, and how. */
export interface ReadingPlan {
	order: string[];
	withoutBaseline: Set<string>;
	isLate: () => boolean;
}

/** Reads mailings, and compares each with the state. */
export async function readChanges(
	client: AccountClient,
	settings: Settings,
	before: State | undefined,
	{ order, withoutBaseline, isLate }: ReadingPlan,
): Promise<Reading> {
	const statusTable = [...(before?.statusTable ?? [])];
	const changes = new Map<string, MailingChanges>();
	const ended = await readMailings(order, client.entries, isLate, (id, entries) => {
		const known = { snapshot: before?.mailings[id], statusTable };
		const found = findChanges(messageIdOf(id), entries, known, settings);
		// Old events are not kept in memory, because there may be 100,000 of them.
		const isOld = withoutBaseline.has(id);
		changes.set(id, isOld ? { ...found, items: [], replyIds: [] } : found);
	});
	return { ...ended, changes, statusTable };
}
