import type { IDataObject } from 'n8n-workflow';
import { findChanges, type MailingChanges } from './changes';
import {
	failureWarnings,
	isActivation,
	type ReadingResult,
	readMailings,
	rotateToStart,
	watchedMailings,
} from './mailings';
import { markAsRead } from './markAsRead';
import { type AccountClient, isRejectedByService, OutOfTime } from './service';
import type { Settings } from './settings';
import { messageIdOf, type State } from './state';

/** Items to emit, and the state to save with them. */
interface PollOutcome {
	items: IDataObject[];
	state: Omit<State, 'series'>;
	/** Warnings for n8n's log. */
	warnings: string[];
	/** The number of mailings that the service lists. */
	listedCount: number;
}

/** The time of a poll, and the mailing where it starts. */
interface PollBudget {
	isLate: () => boolean;
	resumeAt: string | undefined;
	/** Sets the first mailing of the next poll, even if this poll fails. */
	setResumeAt: (resumeAt: string | undefined) => void;
}

/**
 * Reads every watched mailing and compares it with the state.
 *
 * @param previous the state of the previous poll; undefined if there was none
 * @throws the error of the first mailing if all fail, or of a mailing that an activation needs
 */
export async function pollOnce(
	client: AccountClient,
	settings: Settings,
	previous: State | undefined,
	budget: PollBudget,
): Promise<PollOutcome> {
	const warnings: string[] = [];
	const { all, present, listed } = await watchedMailings(client, settings, previous, warnings);
	const withoutBaseline = mailingsWithoutBaseline(all, settings, previous);
	const reading = await readChanges(client, settings, previous, {
		mailingOrder: rotateToStart(present, budget.resumeAt),
		withoutBaseline,
		isLate: budget.isLate,
	});
	const { changes, failures, statusTable } = reading;
	budget.setResumeAt(reading.resumeAt);
	const pendingBaseline = [...withoutBaseline].filter((id) => !changes.has(id));
	assertEnoughRead(reading, isActivation(settings, previous) ? pendingBaseline : []);
	warnings.push(...failureWarnings(failures, pendingBaseline));
	// Last, so that new events are read even if marking takes the rest of the time.
	const marks = await markEarlierReplies(client, settings, previous, { reading, warnings });
	const { event, urlMark, tokenMark, selectionKey } = settings;
	const identity = { version: 1 as const, event, urlMark, tokenMark, selectionKey };
	// Selected mailings keep the order of the selection. Other mailings are emitted oldest first.
	const order = settings.selectedIds ? all : [...all].reverse();
	const { items, mailings } = mergeChanges(order, reading, previous);
	const state = { ...identity, statusTable, mailings, pendingBaseline, ...marks };
	return { items, state, warnings, listedCount: listed };
}

/**
 * Returns the mailings that existed at the activation and that no poll has read yet. Their events are not new.
 */
function mailingsWithoutBaseline(
	all: string[],
	settings: Settings,
	previous: State | undefined,
): Set<string> {
	const pending = new Set(previous?.pendingBaseline);
	const saved = previous?.mailings ?? {};
	const isBaseline = isActivation(settings, previous) && !settings.includeExisting;
	return new Set(all.filter((id) => pending.has(id) || (isBaseline && !(id in saved))));
}

interface ReadChanges extends ReadingResult {
	changes: Map<string, MailingChanges>;
	statusTable: State['statusTable'];
}

interface ReadingPlan {
	mailingOrder: string[];
	withoutBaseline: Set<string>;
	isLate: () => boolean;
}

async function readChanges(
	client: AccountClient,
	settings: Settings,
	previous: State | undefined,
	{ mailingOrder, withoutBaseline, isLate }: ReadingPlan,
): Promise<ReadChanges> {
	const statusTable = [...(previous?.statusTable ?? [])];
	const changes = new Map<string, MailingChanges>();
	const read = async (id: string) => await client.entries(id, withoutBaseline.has(id));
	const ended = await readMailings(mailingOrder, read, isLate, (id, entries) => {
		const saved = { snapshot: previous?.mailings[id], statusTable };
		const found = findChanges(messageIdOf(id), entries, saved, settings);
		// Old events are not kept in memory, because there may be 100,000 of them.
		const isOld = withoutBaseline.has(id);
		changes.set(id, isOld ? { ...found, items: [], replyIds: [] } : found);
	});
	return { ...ended, changes, statusTable };
}

/**
 * Throws the first error if no mailing could be read, or the error of a mailing in `needed`.
 *
 * @param needed mailings that an activation must read: the next poll could not distinguish their old events
 *   from new events
 */
function assertEnoughRead({ changes, failures }: ReadChanges, needed: string[]): void {
	if (changes.size === 0 && failures.size > 0) throw [...failures.values()][0];
	const failed = needed.find((id) => failures.has(id) && !canActivateDespite(failures.get(id)));
	if (failed) throw failures.get(failed);
}

/**
 * Reports whether an activation can do without a mailing: the time ran out, or the service rejects it, perhaps
 * permanently.
 */
const canActivateDespite = (error: unknown): boolean =>
	error instanceof OutOfTime || isRejectedByService(error);

/** Marks earlier replies as read, if Mark as Read is on, and returns the replies for the next poll to mark. */
async function markEarlierReplies(
	client: AccountClient,
	{ markAsRead: isWanted }: Settings,
	previous: State | undefined,
	{ reading, warnings }: { reading: ReadChanges; warnings: string[] },
): Promise<Pick<State, 'toMarkAsRead' | 'toMarkAgain'>> {
	if (!isWanted) return { toMarkAsRead: [], toMarkAgain: [] };
	const found = [...reading.changes.values()];
	const listed = new Set(found.flatMap(({ listedIds }) => listedIds));
	const added = found.flatMap(({ replyIds }) => replyIds);
	const { toMarkAsRead = [], toMarkAgain = [] } = previous ?? {};
	return await markAsRead(client, { toMarkAsRead, toMarkAgain }, { listed, added }, warnings);
}

/** Returns the items of all mailings in order, and the snapshots for the next poll. */
function mergeChanges(
	order: string[],
	{ changes }: ReadChanges,
	previous: State | undefined,
): Pick<State, 'mailings'> & Pick<PollOutcome, 'items'> {
	const mailings: State['mailings'] = {};
	const items: IDataObject[] = [];
	for (const id of order) {
		const snapshot = changes.get(id)?.snapshot ?? previous?.mailings[id];
		if (snapshot !== undefined) mailings[id] = snapshot;
		for (const item of changes.get(id)?.items ?? []) items.push(item);
	}
	return { items, mailings };
}
