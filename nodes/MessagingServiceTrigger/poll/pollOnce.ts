import type { IDataObject } from 'n8n-workflow';
import { findChanges, type MailingChanges } from '../changes/findChanges';
import type { AccountClient } from '../account/client';
import { markReplies } from '../account/markAsRead';
import { canWait, failureWarnings, isRejectedByService } from '../account/problems';
import { readMailings } from '../account/readMailings';
import { isActivation, startingFrom, watchedMailings } from '../account/watchedMailings';
import type { Settings } from '../settings';
import { type State, UNREADABLE } from '../state/state';

/** Items to emit and the state to store. They are only valid together. */
export interface Outcome {
	items: IDataObject[];
	state: State;
	/** For n8n's log. */
	warnings: string[];
}

/** The time of one poll, and where it starts. */
export interface PollBudget {
	isLate: () => boolean;
	/** The mailing to start with. */
	resumeAt: string | undefined;
	/** Gets the mailing with which the next poll starts, even if this poll fails. */
	setResumeAt: (resumeAt: string | undefined) => void;
}

/** The mark of a state that has replies of two tokens to mark: what each one lists is its own. */
const NO_TOKEN = -1;

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
	const { event, account, tokenMark, selectionKey } = settings;
	const warnings: string[] = [];
	const { all, present } = await watchedMailings(client, settings, before, warnings);
	const statusTable = [...(before?.statusTable ?? [])];
	const snapshots = { ...before?.former, ...before?.mailings };
	const withoutBaseline = mailingsWithoutBaseline(all, snapshots, settings, before);
	const changes = new Map<string, MailingChanges>();
	const { failures, empty, resumeAt } = await readMailings(
		startingFrom(present, budget.resumeAt ?? before?.resumeAt),
		client.entries,
		budget.isLate,
		(id, entries) => {
			const found = findChanges(id, entries, snapshots[id], statusTable, settings);
			// Old events are not kept in memory, because there may be 100,000 of them.
			const isOld = withoutBaseline.has(id);
			changes.set(id, isOld ? { ...found, items: [], replyIds: [] } : found);
		},
	);
	budget.setResumeAt(resumeAt);
	if (changes.size + empty.size === 0 && failures.size > 0) throw [...failures.values()][0];
	const pendingBaseline = [...withoutBaseline].filter((id) => !changes.has(id) && !empty.has(id));
	const failed = pendingBaseline.find((id) => failures.has(id) && !canWait(failures.get(id)));
	// The next poll could not tell the old events of this mailing from new ones.
	if (failed && isActivation(settings, before)) throw failures.get(failed);
	warnings.push(...failureWarnings(failures, pendingBaseline));
	const mailings: State['mailings'] = {};
	const items: IDataObject[] = [];
	for (const id of [...all].reverse()) {
		// One without content is watched as one without entries.
		const snapshot =
			changes.get(id)?.snapshot ?? snapshots[id] ?? (empty.has(id) ? '' : undefined);
		if (snapshot !== undefined) mailings[id] = snapshot;
		for (const item of changes.get(id)?.items ?? []) items.push(item);
	}
	const isComplete = failures.size + empty.size === 0 && resumeAt === undefined;
	const found = [...changes.values()];
	const listed = new Set(found.flatMap(({ listedIds }) => listedIds));
	const pendingMarks = settings.markAsRead ? (before?.toMarkAsRead ?? []) : [];
	// The new token may be that of another account: what it lists is there.
	const isNewToken = settings.selected && before?.tokenMark !== tokenMark;
	const isThere = (id: string) => !isNewToken || listed.has(id);
	// Last, so that a poll whose time it takes has read what is new.
	const { failed: unmarked, rejected } = await markReplies(
		client,
		pendingMarks.filter(isThere),
		warnings,
	);
	// What the next poll may read may have the others.
	const isOver = resumeAt === undefined && [...failures.values()].every(isRejectedByService);
	const open = isOver ? [] : pendingMarks.filter((id) => !isThere(id));
	// The service would always reject a reply that it lists no longer.
	const again = rejected.filter((id) => !isComplete || listed.has(id));
	const newIds = settings.markAsRead ? found.flatMap(({ replyIds }) => replyIds) : [];
	// What is rejected comes behind what is new, so that it does not hold that up.
	const toMarkAsRead = [...unmarked, ...newIds, ...again, ...open];
	const { former } = before ?? {};
	const stored = { statusTable, mailings, former, pendingBaseline, toMarkAsRead, resumeAt };
	const markOfToken = open.length > 0 ? NO_TOKEN : tokenMark;
	const of = { version: 1 as const, event, account, tokenMark: markOfToken, selectionKey };
	return { items, state: { ...of, ...stored }, warnings };
}

/** The mailings that the activation found and no poll has read yet. Their events are old. */
function mailingsWithoutBaseline(
	all: string[],
	known: State['mailings'],
	settings: Settings,
	before: State | undefined,
) {
	const pending = new Set(before?.pendingBaseline);
	const isDamaged = before?.selectionKey === UNREADABLE;
	const isBaseline = isActivation(settings, before) && (isDamaged || !settings.includeExisting);
	return new Set(all.filter((id) => pending.has(id) || (isBaseline && !(id in known))));
}
