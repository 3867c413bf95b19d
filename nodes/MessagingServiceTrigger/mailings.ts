import type { IDataObject } from 'n8n-workflow';
import { eventSources, type MailingList } from './events';
import { type AccountClient, safeMessage } from './service';
import type { Settings } from './settings';
import { isSingle, nameOf, OTHER_ACCOUNT, type State } from './state';

/** Whether the node starts to watch, or was set to watch other mailings. */
export const isActivation = ({ selectionKey }: Settings, previous: State | undefined): boolean =>
	selectionKey !== previous?.selectionKey;

/**
 * Finds the mailings and single messages to watch.
 *
 * @param warnings gets a line for each list that failed; the others are watched nevertheless
 * @returns `all`: mailings whose snapshots are kept; `present`: those that the service has; `listed`: how many it lists
 * @throws the error of the first list if all fail, or if one fails at an activation
 */
export async function watchedMailings(
	client: AccountClient,
	settings: Settings,
	previous: State | undefined,
	warnings: string[],
): Promise<{ all: string[]; present: string[]; listed: number }> {
	const { selected, messages, maxMailings } = settings;
	if (selected) {
		const all = [...selected, ...messages];
		return { all, present: all, listed: selected.length };
	}
	const isFirst = isActivation(settings, previous);
	const { lists } = eventSources[settings.event];
	const read = async (list: MailingList) => await client.mailingIds(list, isFirst);
	const { listed, errors } = await readLists(lists, read, warnings);
	// The next poll could not tell the old mailings of this list from new ones.
	const isNeeded = errors.length === lists.length || isFirst;
	if (errors.length > 0 && isNeeded) throw errors[0];
	const newest = newestMailings([...listed, ...savedMailings(previous, listed)], maxMailings);
	// A mailing that is not listed was deleted, unless the list that may have it failed.
	const present = errors.length > 0 ? newest : newest.filter((id) => listed.has(id));
	const { size } = listed;
	return { all: [...newest, ...messages], present: [...present, ...messages], listed: size };
}

/** A warning if the service lists more mailings than are watched, else empty. */
export const notWatched = (listed: number, { selected, maxMailings }: Settings): string =>
	selected || listed <= maxMailings
		? ''
		: `The service lists ${listed} mailings, and the trigger watches the newest ${maxMailings}. The others do not start the workflow. To watch more, add the option Max Mailings.`;

/** All mailings that the lists have, and the errors of lists that could not be read. */
async function readLists(
	lists: MailingList[],
	read: (list: MailingList) => Promise<string[]>,
	warnings: string[],
) {
	const listed = new Set<string>();
	const errors: unknown[] = [];
	for (const list of lists) {
		const { action } = list.source;
		try {
			const ids = await read(list);
			const usable = ids.filter((id) => /^[1-9]\d*$/.test(id));
			for (const id of usable) listed.add(id);
			const ignored = ids.length - usable.length;
			if (ignored > 0) {
				warnings.push(`${action}: ${ignored} mailings without a numeric ID are ignored`);
			}
		} catch (error) {
			errors.push(error);
			warnings.push(`${action}: ${safeMessage(error)}`);
		}
	}
	return { listed, errors };
}

/**
 * The mailings that the state knows. With another token, an account that has mailings, but none of
 * these, is another one: they would take the places of its own.
 */
function savedMailings(previous: State | undefined, listed: Set<string>): string[] {
	if (!previous) return [];
	const saved = [...Object.keys(previous.mailings), ...previous.pendingBaseline].filter(
		(watched) => !isSingle(watched),
	);
	const mayBeOtherAccount = previous.selectionKey === OTHER_ACCOUNT && listed.size > 0;
	return mayBeOtherAccount && !saved.some((id) => listed.has(id)) ? [] : saved;
}

/** Compares ids, which are texts of digits: descending by number, so the newest mailing first. */
export const newestFirst = (a: string, b: string): number =>
	b.length - a.length || (a < b ? 1 : a > b ? -1 : 0);

/**
 * The newest `max` of the mailings that are listed now or were watched before. A watched mailing that
 * the list lacks once keeps its place. Otherwise an older one would take it, and would be new although
 * it was watched, and forgotten, before.
 *
 * @returns the newest first
 */
export const newestMailings = (ids: string[], max: number): string[] =>
	[...new Set(ids)].sort(newestFirst).slice(0, max);

/** The same mailings in the order of reading, from the one at which the last poll ran out of time. */
export function startingFrom(ids: string[], resumeAt: string | undefined): string[] {
	const start = resumeAt === undefined ? -1 : ids.indexOf(resumeAt);
	return start > 0 ? [...ids.slice(start), ...ids.slice(0, start)] : ids;
}

/** Mailings read at a time: enough to use the wait for a slow service, few enough for memory. */
const CONCURRENCY = 5;

/** How the reading of mailings ended. */
export interface ReadMailings {
	/** The error of each mailing that could not be read. */
	failures: Map<string, unknown>;
	/**
	 * The mailing with which the next poll starts, because the time ran out before it was read. One that
	 * had all of the time is not the next one: otherwise no poll would reach those behind it.
	 */
	resumeAt?: string;
}

/**
 * Reads mailings in their order, a few at a time. The first ones are always read, so that polls of a
 * slow service make progress too.
 *
 * @param take gets all entries of a mailing
 */
export async function readMailings(
	mailings: string[],
	read: (mailing: string) => Promise<IDataObject[]>,
	isLate: () => boolean,
	take: (mailing: string, entries: IDataObject[]) => void,
): Promise<ReadMailings> {
	const failures = new Map<string, unknown>();
	let started = 0;
	let unread = mailings.length;
	const worker = async () => {
		while (started < mailings.length && (started < CONCURRENCY || !isLate())) {
			const position = started++;
			const mailing = mailings[position];
			try {
				take(mailing, await read(mailing));
			} catch (error) {
				failures.set(mailing, error);
				if (isLate() && position >= CONCURRENCY) unread = Math.min(unread, position);
			}
		}
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, worker));
	return { failures, resumeAt: mailings[Math.min(unread, started)] };
}

/** Mailings that one warning names. */
const MAX_NAMED = 5;

/**
 * A warning about the mailings that could not be read; none if there are none.
 *
 * @param unread mailings of the activation of which no poll has read anything yet
 */
export function failureWarnings(failures: Map<string, unknown>, unread: string[]): string[] {
	if (failures.size === 0) return [];
	const named = [...failures].slice(0, MAX_NAMED);
	const parts = named.map(([id, error]) => `${nameOf(id)} (${safeMessage(error)})`);
	const more = failures.size > MAX_NAMED ? ` and ${failures.size - MAX_NAMED} more` : '';
	const text = `Mailings that could not be read: ${parts.join(', ')}${more}`;
	const isFirst = unread.some((mailing) => failures.has(mailing));
	const first = isFirst
		? ' What a mailing has when it is read for the first time starts nothing.'
		: '';
	return [`${text}. The next poll reads them again.${first}`];
}
