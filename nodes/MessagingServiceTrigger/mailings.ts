import type { IDataObject } from 'n8n-workflow';
import { eventSources, type MailingList } from './events';
import { type AccountClient, safeMessage } from './service';
import type { Settings } from './settings';
import { isSingleMessage, describeWatched, OTHER_ACCOUNT_KEY, type State } from './state';

/** Reports whether this is the first poll, or the first poll after the selection of mailings changed. */
export const isActivation = ({ selectionKey }: Settings, previous: State | undefined): boolean =>
	selectionKey !== previous?.selectionKey;

/**
 * Finds the mailings and single messages to watch.
 *
 * @param warnings gets a line for each list that failed; the other lists are watched anyway
 * @returns `all`: mailings whose snapshots are kept; `present`: the mailings of `all` that still exist;
 *   `listed`: the number of mailings that the service lists
 * @throws the error of the first list that failed, if all lists failed or if this is an activation
 */
export async function watchedMailings(
	client: AccountClient,
	settings: Settings,
	previous: State | undefined,
	warnings: string[],
): Promise<{ all: string[]; present: string[]; listed: number }> {
	const { selectedIds, messageIds, maxMailings } = settings;
	if (selectedIds) {
		const all = [...selectedIds, ...messageIds];
		return { all, present: all, listed: selectedIds.length };
	}
	const isFirst = isActivation(settings, previous);
	const { mailingLists } = eventSources[settings.event];
	const read = async (list: MailingList) => await client.mailingIds(list, isFirst);
	const { listed, errors } = await readMailingIds(mailingLists, read, warnings);
	// If a list is missing at the activation, the next poll would mistake its old mailings for new mailings.
	const isNeeded = errors.length === mailingLists.length || isFirst;
	if (errors.length > 0 && isNeeded) throw errors[0];
	const newest = newestMailings([...listed, ...savedMailingIds(previous, listed)], maxMailings);
	// If all lists were read, a mailing that is not listed was deleted.
	const present = errors.length > 0 ? newest : newest.filter((id) => listed.has(id));
	const { size } = listed;
	return { all: [...newest, ...messageIds], present: [...present, ...messageIds], listed: size };
}

/** Returns a warning if the service lists more mailings than are watched. Empty otherwise. */
export const notWatchedWarning = (
	listed: number,
	{ selectedIds, maxMailings }: Settings,
): string =>
	selectedIds || listed <= maxMailings
		? ''
		: `The service lists ${listed} mailings, and the trigger watches the newest ${maxMailings}. The others do not start the workflow. To watch more, add the option Max Mailings.`;

/** Returns the mailings of all lists, and the errors of lists that could not be read. */
async function readMailingIds(
	lists: MailingList[],
	read: (list: MailingList) => Promise<string[]>,
	warnings: string[],
) {
	const listed = new Set<string>();
	const errors: unknown[] = [];
	for (const list of lists) {
		const { action } = list.endpoint;
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
 * Returns the mailings in the state. Returns none of them if the token has changed and the service lists only
 * other mailings: the token then belongs to another account, whose mailings they would displace.
 */
function savedMailingIds(previous: State | undefined, listed: Set<string>): string[] {
	if (!previous) return [];
	const saved = [...Object.keys(previous.mailings), ...previous.pendingBaseline].filter(
		(watched) => !isSingleMessage(watched),
	);
	const mayBeOtherAccount = previous.selectionKey === OTHER_ACCOUNT_KEY && listed.size > 0;
	return mayBeOtherAccount && !saved.some((id) => listed.has(id)) ? [] : saved;
}

/** Sorts numeric IDs in descending order, so that the newest mailing comes first. */
export const compareNewestFirst = (a: string, b: string): number =>
	b.length - a.length || (a < b ? 1 : a > b ? -1 : 0);

/**
 * Returns the newest `max` of the mailings that are listed or were watched. A watched mailing keeps its place
 * even if one list omits it. Otherwise an older mailing would take the place, and the old events of that
 * mailing would seem new.
 *
 * @returns the newest first
 */
const newestMailings = (ids: string[], max: number): string[] =>
	[...new Set(ids)].sort(compareNewestFirst).slice(0, max);

/** Rotates the mailings so that they begin where the last poll ran out of time. */
export function rotateToStart(ids: string[], resumeAt: string | undefined): string[] {
	const start = resumeAt === undefined ? -1 : ids.indexOf(resumeAt);
	return start > 0 ? [...ids.slice(start), ...ids.slice(0, start)] : ids;
}

/** Mailings read at a time: enough for a slow service, and few enough for memory. */
const CONCURRENT_READS = 5;

export interface ReadingResult {
	/** The error of each mailing that could not be read. */
	failures: Map<string, unknown>;
	/**
	 * The mailing with which the next poll starts, because the time ran out before it was read. A mailing that
	 * used up all the time is skipped, so that polls reach the mailings after it.
	 */
	resumeAt?: string;
}

/**
 * Reads mailings in order, a few at a time. The first mailings are always read, so that polls of a slow service
 * make progress.
 *
 * @param take gets all entries of a mailing
 */
export async function readMailings(
	mailings: string[],
	read: (mailing: string) => Promise<IDataObject[]>,
	isLate: () => boolean,
	take: (mailing: string, entries: IDataObject[]) => void,
): Promise<ReadingResult> {
	const failures = new Map<string, unknown>();
	let started = 0;
	let unread = mailings.length;
	const worker = async () => {
		while (started < mailings.length && (started < CONCURRENT_READS || !isLate())) {
			const position = started++;
			const mailing = mailings[position];
			try {
				take(mailing, await read(mailing));
			} catch (error) {
				failures.set(mailing, error);
				if (isLate() && position >= CONCURRENT_READS) unread = Math.min(unread, position);
			}
		}
	};
	await Promise.all(Array.from({ length: CONCURRENT_READS }, worker));
	return { failures, resumeAt: mailings[Math.min(unread, started)] };
}

const MAX_NAMED_MAILINGS = 5;

/**
 * Returns a warning about mailings that could not be read.
 *
 * @param unread mailings that existed at the activation and that no poll has read yet
 */
export function failureWarnings(failures: Map<string, unknown>, unread: string[]): string[] {
	if (failures.size === 0) return [];
	const named = [...failures].slice(0, MAX_NAMED_MAILINGS);
	const parts = named.map(([id, error]) => `${describeWatched(id)} (${safeMessage(error)})`);
	const more =
		failures.size > MAX_NAMED_MAILINGS ? ` and ${failures.size - MAX_NAMED_MAILINGS} more` : '';
	const text = `Mailings that could not be read: ${parts.join(', ')}${more}`;
	const isFirst = unread.some((mailing) => failures.has(mailing));
	const first = isFirst
		? ' Events that exist when a mailing is first read do not start the workflow.'
		: '';
	return [`${text}. The next poll reads them again.${first}`];
}
