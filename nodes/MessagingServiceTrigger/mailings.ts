import type { IDataObject } from 'n8n-workflow';
import { eventSources, type MailingListSource } from './events';
import { type AccountClient, formatForLog } from './service';
import type { Settings } from './settings';
import {
	isSingleMessage,
	describeWatchedId,
	OTHER_ACCOUNT_SELECTION_KEY,
	type State,
} from './state';

/**
 * Returns true at the first poll, and at the first poll after a change of the account or of the
 * selected mailings.
 */
export const isActivation = ({ selectionKey }: Settings, previous: State | undefined): boolean =>
	selectionKey !== previous?.selectionKey;

/**
 * Finds the mailings and single messages to watch.
 *
 * @param warnings gets a line for each list that failed
 * @returns `watchedIds`, whose snapshots are kept; `idsToRead`, the watched IDs that the service has not
 *   deleted
 * @throws the error of the first list that failed, if all lists failed or if this is an activation
 */
export async function findWatchedIds(
	client: AccountClient,
	settings: Settings,
	previous: State | undefined,
	warnings: string[],
): Promise<{ watchedIds: string[]; idsToRead: string[]; listedMailingCount: number }> {
	const { selectedMailingIds, prefixedMessageIds, maxMailings } = settings;
	if (selectedMailingIds) {
		const watchedIds = [...selectedMailingIds, ...prefixedMessageIds];
		return {
			watchedIds,
			idsToRead: watchedIds,
			listedMailingCount: selectedMailingIds.length,
		};
	}
	const isFirst = isActivation(settings, previous);
	const { mailingLists } = eventSources[settings.event];
	const read = async (list: MailingListSource) => await client.readMailingIds(list, isFirst);
	const { listed, errors } = await readListedMailingIds(mailingLists, read, warnings);
	// If an activation missed a list, the next poll would take the old mailings of that list for new ones.
	const isNeeded = errors.length === mailingLists.length || isFirst;
	if (errors.length > 0 && isNeeded) throw errors[0];
	const ids = new Set([...listed, ...findSavedMailingIds(previous, listed)]);
	// Saved mailings count toward `maxMailings` even if the service does not list them. Otherwise,
	// older mailings would be watched in their place, and old events would seem new.
	const newest = [...ids].sort(compareNewestFirst).slice(0, maxMailings);
	// If no list failed, an unlisted mailing was deleted.
	const existing = errors.length > 0 ? newest : newest.filter((id) => listed.has(id));
	return {
		watchedIds: [...newest, ...prefixedMessageIds],
		idsToRead: [...existing, ...prefixedMessageIds],
		listedMailingCount: listed.size,
	};
}

export const notWatchedWarning = (
	listed: number,
	{ selectedMailingIds, maxMailings }: Settings,
): string =>
	selectedMailingIds || listed <= maxMailings
		? ''
		: `The service lists ${listed} mailings, and the trigger watches the newest ${maxMailings}. The other mailings do not start the workflow. To watch more mailings, add the option Max Mailings.`;

async function readListedMailingIds(
	lists: MailingListSource[],
	read: (list: MailingListSource) => Promise<string[]>,
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
			warnings.push(`${action}: ${formatForLog(error)}`);
		}
	}
	return { listed, errors };
}

/**
 * Returns the saved mailing IDs, or none if they seem to belong to another account: the token has changed, and
 * the service lists only other mailings.
 */
function findSavedMailingIds(previous: State | undefined, listed: Set<string>): string[] {
	if (!previous) return [];
	const saved = [...Object.keys(previous.mailings), ...previous.pendingBaseline].filter(
		(watched) => !isSingleMessage(watched),
	);
	const mayBeOtherAccount =
		previous.selectionKey === OTHER_ACCOUNT_SELECTION_KEY && listed.size > 0;
	return mayBeOtherAccount && !saved.some((id) => listed.has(id)) ? [] : saved;
}

/** Newer mailings have larger IDs. */
export const compareNewestFirst = (a: string, b: string): number =>
	b.length - a.length || (a < b ? 1 : a > b ? -1 : 0);

/** Rotates the IDs to begin with `start`, the mailing at which the previous poll ran out of time. */
export function rotateToStart(ids: string[], start: string | undefined): string[] {
	const position = start === undefined ? -1 : ids.indexOf(start);
	return position > 0 ? [...ids.slice(position), ...ids.slice(0, position)] : ids;
}

/** Max mailings that are read at the same time. More mailings would need too much memory. */
const CONCURRENT_READS = 5;

export interface ReadingResult {
	errorByMailingId: Map<string, unknown>;
	/**
	 * If the time ran out, the mailing with which the next poll starts. The next poll reads the
	 * preceding mailings last, even if this poll failed to read them.
	 */
	resumeMailingId?: string;
}

/**
 * Reads mailings in order until the time is up. The first mailings are read in any case, so that polls of a slow
 * service make progress.
 *
 * @param take gets all entries of a mailing
 */
export async function readMailings(
	mailings: string[],
	read: (mailing: string) => Promise<IDataObject[]>,
	isReadTimeUp: () => boolean,
	take: (mailing: string, entries: IDataObject[]) => void,
): Promise<ReadingResult> {
	const errorByMailingId = new Map<string, unknown>();
	let started = 0;
	let unread = mailings.length;
	const worker = async () => {
		while (started < mailings.length && (started < CONCURRENT_READS || !isReadTimeUp())) {
			const position = started++;
			const mailing = mailings[position];
			try {
				take(mailing, await read(mailing));
			} catch (error) {
				errorByMailingId.set(mailing, error);
				if (isReadTimeUp() && position >= CONCURRENT_READS)
					unread = Math.min(unread, position);
			}
		}
	};
	await Promise.all(Array.from({ length: CONCURRENT_READS }, worker));
	return { errorByMailingId, resumeMailingId: mailings[Math.min(unread, started)] };
}

const MAX_NAMED_MAILINGS = 5;

/**
 * Returns one warning about all mailings that could not be read, or no warning.
 *
 * @param unread mailings that no poll has read since the activation
 */
export function failureWarnings(failures: Map<string, unknown>, unread: string[]): string[] {
	if (failures.size === 0) return [];
	const named = [...failures].slice(0, MAX_NAMED_MAILINGS);
	const parts = named.map(([id, error]) => `${describeWatchedId(id)} (${formatForLog(error)})`);
	const more =
		failures.size > MAX_NAMED_MAILINGS ? ` and ${failures.size - MAX_NAMED_MAILINGS} more` : '';
	const text = `Mailings that could not be read: ${parts.join(', ')}${more}`;
	const isFirst = unread.some((mailing) => failures.has(mailing));
	const first = isFirst
		? ' Events that occur before a mailing is read for the first time do not start the workflow.'
		: '';
	return [`${text}. The next poll reads them again.${first}`];
}
