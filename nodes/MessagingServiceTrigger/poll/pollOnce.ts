import type { IDataObject } from 'n8n-workflow';
import { type News, newsOf } from '../changes/findChanges';
import { markReplies } from '../service/markAsRead';
import { readInTurn } from '../service/readMailings';
import type { Reader } from '../service/client';
import { isRefusal } from '../service/refusal';
import type { Settings } from '../settings';
import type { State } from '../state/state';
import { unreadMailings } from '../service/problems';
import { isActivation, watchedMailings } from '../service/watchedMailings';
import { rotated } from '../service/window';

/** What a poll found, and what it leaves: neither counts without the other. */
export interface Outcome {
	items: IDataObject[];
	state: State;
	/** For n8n's log. */
	warnings: string[];
}

/** The time of one poll, and its place among the mailings. */
export interface Turn {
	isLate: () => boolean;
	/** The mailing to start with. */
	start: string | undefined;
	/** Gets the mailing that the next poll is to start with, even when this poll fails. */
	endAt: (next: string | undefined) => void;
}

/**
 * Reads every watched mailing and compares it with the state.
 *
 * @param before state of the poll before; undefined when there was none
 * @throws the error of the first mailing when none could be read, or when an activation is incomplete
 */
export async function pollOnce(
	reader: Reader,
	settings: Settings,
	before: State | undefined,
	turn: Turn,
): Promise<Outcome> {
	const warnings: string[] = [];
	const marks = settings.markAsRead ? (before?.unmarked ?? []) : [];
	const marking = await markReplies(reader, marks, warnings);
	const { all, present } = await watchedMailings(reader, settings, before, warnings);
	const silent = silentOnes(all, settings, before);
	const words = [...(before?.words ?? [])];
	const news = new Map<string, News>();
	const { failures, next } = await readInTurn(
		rotated(present, turn.start ?? before?.next),
		reader.entries,
		turn.isLate,
		(id, entries) => {
			const found = newsOf(id, entries, before?.mailings[id], words, settings);
			// What is not given out is not kept either: it may be a hundred thousand recipients.
			news.set(id, silent.has(id) ? { ...found, items: [], replies: [] } : found);
		},
	);
	turn.endAt(next);
	if (news.size === 0 && failures.size > 0) throw [...failures.values()][0];
	// The mailings of an activation whose old events are still not known.
	const open = [...silent].filter((id) => !news.has(id) && !isRefusal(failures.get(id)));
	const unknown = open.find((id) => failures.has(id));
	// Otherwise they would come out as new ones later, or new ones be taken for old.
	if (unknown && isActivation(settings, before)) throw failures.get(unknown);
	warnings.push(...unreadMailings(failures));
	const mailings: State['mailings'] = {};
	const items: IDataObject[] = [];
	for (const id of [...all].reverse()) {
		const found = news.get(id);
		const memory = found?.memory ?? before?.mailings[id];
		if (memory !== undefined) mailings[id] = memory;
		for (const item of found?.items ?? []) items.push(item);
	}
	const { event, account, choice, markAsRead } = settings;
	const found = [...news.values()];
	const unread = new Set(found.flatMap((one) => [...one.unread]));
	// What is listed no longer would be refused for ever.
	const isWhole = failures.size === 0 && next === undefined;
	const again = marking.refused.filter((id) => !isWhole || unread.has(id));
	const unmarked = [...marking.failed, ...again];
	// Not as arguments of one call: there may be a million.
	for (const { replies } of markAsRead ? found : []) {
		for (const id of replies) unmarked.push(id);
	}
	const kept = { words, mailings, silent: open, unmarked, next };
	return { items, state: { version: 1, event, account, choice, ...kept }, warnings };
}

/** The mailings whose first reading only tells what is there: those that the activation found. */
function silentOnes(all: string[], settings: Settings, before: State | undefined): Set<string> {
	const known = before?.mailings ?? {};
	const found = isActivation(settings, before) && !settings.includeExisting;
	return new Set(all.filter((id) => before?.silent.includes(id) || (found && !(id in known))));
}
