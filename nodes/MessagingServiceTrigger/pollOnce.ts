import type { IDataObject } from 'n8n-workflow';
import { findChanges, type MailingChanges } from './changes';
import {
	failureWarnings,
	isActivation,
	type ReadingResult,
	readMailings,
	rotateToStart,
	findWatchedIds,
} from './mailings';
import { markQueuedReplies, type PendingMarks } from './markAsRead';
import { type AccountClient, isRejectedByService, OutOfTimeError } from './service';
import type { Settings } from './settings';
import { messageIdOf, type State } from './state';

interface PollOutcome {
	items: IDataObject[];
	state: Omit<State, 'series'>;
	/** Lines for n8n's log. */
	warnings: string[];
	listedMailingCount: number;
}

interface PollResumption {
	isReadTimeUp: () => boolean;
	resumeMailingId: string | undefined;
	/** Sets the mailing with which the next poll starts. Takes effect even if this poll fails. */
	setResumeMailingId: (id: string | undefined) => void;
}

/**
 * Reads the watched mailings and compares them with the state of the previous poll.
 *
 * @throws the error of a list or mailing that the poll needs; see `assertEnoughRead`
 */
export async function pollOnce(
	client: AccountClient,
	settings: Settings,
	previous: State | undefined,
	resumption: PollResumption,
): Promise<PollOutcome> {
	const warnings: string[] = [];
	const { watchedIds, idsToRead, listedMailingCount } = await findWatchedIds(
		client,
		settings,
		previous,
		warnings,
	);
	const idsNeedingBaseline = findIdsNeedingBaseline(watchedIds, settings, previous);
	const pollChanges = await readChanges(client, settings, previous, {
		mailingOrder: rotateToStart(idsToRead, resumption.resumeMailingId),
		idsNeedingBaseline,
		isReadTimeUp: resumption.isReadTimeUp,
	});
	const { changesByMailing, errorByMailingId, statusTable } = pollChanges;
	resumption.setResumeMailingId(pollChanges.resumeMailingId);
	const pendingBaseline = [...idsNeedingBaseline].filter((id) => !changesByMailing.has(id));
	assertEnoughRead(pollChanges, isActivation(settings, previous) ? pendingBaseline : []);
	warnings.push(...failureWarnings(errorByMailingId, pendingBaseline));
	// Marking comes last, because it may take the rest of the time.
	const marks = await markEarlierReplies(client, settings, previous, { pollChanges, warnings });
	const { event, urlMark, tokenMark, selectionKey } = settings;
	const identity = { version: 1 as const, event, urlMark, tokenMark, selectionKey };
	// Items are in the order of the selection, or from the oldest mailing to the newest.
	const order = settings.selectedMailingIds ? watchedIds : [...watchedIds].reverse();
	const { items, mailings } = mergeChanges(order, pollChanges, previous);
	const state = { ...identity, statusTable, mailings, pendingBaseline, ...marks };
	return { items, state, warnings, listedMailingCount };
}

function findIdsNeedingBaseline(
	watchedIds: string[],
	settings: Settings,
	previous: State | undefined,
): Set<string> {
	const pending = new Set(previous?.pendingBaseline);
	const saved = previous?.mailings ?? {};
	const isBaseline = isActivation(settings, previous) && !settings.includeExisting;
	return new Set(watchedIds.filter((id) => pending.has(id) || (isBaseline && !(id in saved))));
}

interface PollChanges extends ReadingResult {
	changesByMailing: Map<string, MailingChanges>;
	statusTable: State['statusTable'];
}

interface ReadingPlan {
	mailingOrder: string[];
	idsNeedingBaseline: Set<string>;
	isReadTimeUp: () => boolean;
}

async function readChanges(
	client: AccountClient,
	settings: Settings,
	previous: State | undefined,
	{ mailingOrder, idsNeedingBaseline, isReadTimeUp }: ReadingPlan,
): Promise<PollChanges> {
	const statusTable = [...(previous?.statusTable ?? [])];
	const changesByMailing = new Map<string, MailingChanges>();
	const read = async (id: string) => await client.readEntries(id, idsNeedingBaseline.has(id));
	const ended = await readMailings(mailingOrder, read, isReadTimeUp, (id, entries) => {
		const saved = { snapshot: previous?.mailings[id], statusTable };
		const found = findChanges(messageIdOf(id), entries, saved, settings);
		// The first read of a mailing from before the activation returns no events. Its items are
		// dropped immediately, because there may be 100,000 items.
		const isOld = idsNeedingBaseline.has(id);
		changesByMailing.set(id, isOld ? { ...found, items: [], returnedReplyIds: [] } : found);
	});
	return { ...ended, changesByMailing, statusTable };
}

/**
 * @param needed mailings that an activation must read, because a later poll could not distinguish
 *   old events from new events
 * @throws the first error if no mailing could be read, or the error of a needed mailing
 */
function assertEnoughRead(
	{ changesByMailing, errorByMailingId }: PollChanges,
	needed: string[],
): void {
	if (changesByMailing.size === 0 && errorByMailingId.size > 0)
		throw [...errorByMailingId.values()][0];
	const failed = needed.find(
		(id) => errorByMailingId.has(id) && !canActivateDespite(errorByMailingId.get(id)),
	);
	if (failed) throw errorByMailingId.get(failed);
}

const canActivateDespite = (error: unknown): boolean =>
	error instanceof OutOfTimeError || isRejectedByService(error);

/** @returns the replies for the next poll to mark as read */
async function markEarlierReplies(
	client: AccountClient,
	{ markAsRead: isWanted }: Settings,
	previous: State | undefined,
	{ pollChanges, warnings }: { pollChanges: PollChanges; warnings: string[] },
): Promise<PendingMarks> {
	if (!isWanted) return { toMarkAsRead: [], toMarkAgain: [] };
	const mailingChanges = [...pollChanges.changesByMailing.values()];
	const listedReplyIds = new Set(mailingChanges.flatMap((changes) => changes.listedReplyIds));
	const returnedReplyIds = mailingChanges.flatMap((changes) => changes.returnedReplyIds);
	const { toMarkAsRead = [], toMarkAgain = [] } = previous ?? {};
	return await markQueuedReplies(
		client,
		{ toMarkAsRead, toMarkAgain },
		{ listedReplyIds, returnedReplyIds },
		warnings,
	);
}

function mergeChanges(
	order: string[],
	{ changesByMailing }: PollChanges,
	previous: State | undefined,
): Pick<State, 'mailings'> & Pick<PollOutcome, 'items'> {
	const mailings: State['mailings'] = {};
	const items: IDataObject[] = [];
	for (const id of order) {
		const snapshot = changesByMailing.get(id)?.nextSnapshot ?? previous?.mailings[id];
		if (snapshot !== undefined) mailings[id] = snapshot;
		for (const item of changesByMailing.get(id)?.items ?? []) items.push(item);
	}
	return { items, mailings };
}
