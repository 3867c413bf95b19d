import type { IDataObject } from 'n8n-workflow';
import type { AccountClient } from '../account/client';
import { markReplies, repliesAre } from '../account/markAsRead';
import { canWait, failureWarnings } from '../account/problems';
import {
	isActivation,
	startingFrom,
	watchedMailings,
	type ReadMailings,
	readMailings,
} from '../account/mailings';
import type { Settings } from '../settings';
import { type State, UNREADABLE, messageIdOf } from '../state/state';
import { findChanges, type MailingChanges } from '../changes/findChanges';

/** Items to emit and the state to store. They are only valid together. */
interface Outcome {
	items: IDataObject[];
	state: State;
	/** For n8n's log. */
	warnings: string[];
	/** Number of mailings that the service lists. */
	listed: number;
}

/** The time of one poll, and where it starts. */
interface PollBudget {
	isLate: () => boolean;
	/** The mailing to start with. */
	resumeAt: string | undefined;
	/** Gets the mailing with which the next poll starts, even if this poll fails. */
	setResumeAt: (resumeAt: string | undefined) => void;
}

/**
 * Reads every watched mailing and compares it with the state.
 *
 * @param before state of the poll before; undefined if there was none
 * @throws the error of the first mailing if all fail, or of one at an activation if it cannot wait
 */
export async function pollOnce(
	client: AccountClient,
	settings: Settings,
	before: State | undefined,
	budget: PollBudget,
): Promise<Outcome> {
	const warnings: string[] = [];
	const { all, present, listed } = await watchedMailings(client, settings, before, warnings);
	const withoutBaseline = mailingsWithoutBaseline(all, settings, before);
	const reading = await readChanges(client, settings, before, {
		order: startingFrom(present, budget.resumeAt ?? before?.resumeAt),
		withoutBaseline,
		isLate: budget.isLate,
	});
	const { changes, empty, failures, statusTable, resumeAt } = reading;
	budget.setResumeAt(resumeAt);
	const pendingBaseline = [...withoutBaseline].filter((id) => !changes.has(id) && !empty.has(id));
	assertRead(reading, isActivation(settings, before) ? pendingBaseline : []);
	warnings.push(...failureWarnings(failures, pendingBaseline));
	// Last, so that a poll whose time it takes has read what is new.
	const marks = settings.markAsRead
		? await markAsRead(client, before, reading, warnings)
		: { toMarkAsRead: [], toMarkAgain: [] };
	const { event, urlMark, tokenMark, selectionKey } = settings;
	const of = { version: 1 as const, event, urlMark, tokenMark, selectionKey };
	// Selected mailings keep the order of the selection. Others are emitted oldest first.
	const order = settings.selected ? all : [...all].reverse();
	const { items, mailings } = mergeChanges(order, reading, before);
	const state = { ...of, statusTable, mailings, pendingBaseline, ...marks, resumeAt };
	return { items, state, warnings, listed };
}

/** The mailings that the activation found and no poll has read yet. Their events are old. */
function mailingsWithoutBaseline(
	all: string[],
	settings: Settings,
	before: State | undefined,
): Set<string> {
	const pending = new Set(before?.pendingBaseline);
	const known = before?.mailings ?? {};
	const isDamaged = before?.selectionKey === UNREADABLE;
	const isBaseline = isActivation(settings, before) && (isDamaged || !settings.includeExisting);
	return new Set(all.filter((id) => pending.has(id) || (isBaseline && !(id in known))));
}

/**
 * @param needed mailings of an activation that were not read: the next poll could not tell their old
 *   events from new ones
 */
function assertRead({ changes, empty, failures }: Reading, needed: string[]): void {
	if (changes.size + empty.size === 0 && failures.size > 0) throw [...failures.values()][0];
	const failed = needed.find((id) => failures.has(id) && !canWait(failures.get(id)));
	if (failed) throw failures.get(failed);
}

/** Maximum of ids in `toMarkAgain`; the newest are kept. */
const MAX_ASKED = 1_000;

/**
 * Marks the replies of the previous poll. The service lists only unmarked replies, so a reply that it still
 * lists is marked again, whatever it responded. A reply that a list lacks is kept for the next poll, because
 * a list may be incomplete.
 *
 * @returns what the next poll has to mark
 */
async function markAsRead(
	client: AccountClient,
	before: State | undefined,
	{ changes }: Reading,
	warnings: string[],
): Promise<Pick<State, 'toMarkAsRead' | 'toMarkAgain'>> {
	const { toMarkAsRead = [], toMarkAgain = [] } = before ?? {};
	const found = [...changes.values()];
	const listed = new Set(found.flatMap(({ listedIds }) => listedIds));
	const { failed, rejected } = await markReplies(client, toMarkAsRead, warnings);
	const again = toMarkAgain.filter((id) => listed.has(id));
	await markReplies(client, again, warnings);
	const newIds = found.flatMap(({ replyIds }) => replyIds);
	// After a failure that is not about the ids, such as a timeout, they are sent with the new ones again.
	const open = new Set(failed.filter((id) => !rejected.has(id)));
	const asked = toMarkAsRead.filter((id) => !open.has(id));
	return {
		toMarkAsRead: [...open, ...markableIds(newIds, warnings)],
		toMarkAgain: [...toMarkAgain, ...asked].slice(-MAX_ASKED),
	};
}

/** The ids are sent as a text with commas: one that has a comma would mark other replies. */
function markableIds(ids: string[], warnings: string[]): string[] {
	const markable = ids.filter((id) => !id.includes(','));
	const others = ids.length - markable.length;
	if (others > 0) {
		warnings.push(
			`${repliesAre(others)} not marked as read, because of a comma in the ID: the service would take it for several IDs.`,
		);
	}
	return markable;
}

/** The items of all mailings in their order, and the snapshots for the next poll. */
function mergeChanges(
	order: string[],
	{ changes, empty }: Reading,
	before: State | undefined,
): Pick<State, 'mailings'> & Pick<Outcome, 'items'> {
	const mailings: State['mailings'] = {};
	const items: IDataObject[] = [];
	for (const id of order) {
		// A mailing without content (406) is watched like a mailing without entries.
		const known = before?.mailings[id] ?? (empty.has(id) ? '' : undefined);
		const snapshot = changes.get(id)?.snapshot ?? known;
		if (snapshot !== undefined) mailings[id] = snapshot;
		for (const item of changes.get(id)?.items ?? []) items.push(item);
	}
	return { items, mailings };
}

interface Reading extends ReadMailings {
	/** What changed in each mailing that has content. */
	changes: Map<string, MailingChanges>;
	statusTable: State['statusTable'];
}

interface ReadingPlan {
	order: string[];
	withoutBaseline: Set<string>;
	isLate: () => boolean;
}

/** Reads mailings, and compares each with the state. */
async function readChanges(
	client: AccountClient,
	settings: Settings,
	before: State | undefined,
	{ order, withoutBaseline, isLate }: ReadingPlan,
): Promise<Reading> {
	const statusTable = [...(before?.statusTable ?? [])];
	const changes = new Map<string, MailingChanges>();
	const read = async (id: string) => await client.entries(id, withoutBaseline.has(id));
	const ended = await readMailings(order, read, isLate, (id, entries) => {
		const known = { snapshot: before?.mailings[id], statusTable };
		const found = findChanges(messageIdOf(id), entries, known, settings);
		// Old events are not kept in memory, because there may be 100,000 of them.
		const isOld = withoutBaseline.has(id);
		changes.set(id, isOld ? { ...found, items: [], replyIds: [] } : found);
	});
	return { ...ended, changes, statusTable };
}
