import type { IDataObject } from 'n8n-workflow';
import { isContentNotFound } from '../../shared/errors/nodeErrors';

/** Mailings read at a time: enough to use the wait for a slow service, few enough for memory. */
const CONCURRENCY = 5;

/** How the reading of mailings ended. */
export interface ReadMailings {
	/** The error of each mailing that could not be read. */
	failures: Map<string, unknown>;
	/** The mailings that have no content (406). */
	empty: Set<string>;
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
	const empty = new Set<string>();
	let started = 0;
	let unread = mailings.length;
	const worker = async () => {
		while (started < mailings.length && (started < CONCURRENCY || !isLate())) {
			const place = started++;
			const mailing = mailings[place];
			try {
				take(mailing, await read(mailing));
			} catch (error) {
				if (isContentNotFound(error)) {
					empty.add(mailing);
					continue;
				}
				failures.set(mailing, error);
				if (isLate() && place >= CONCURRENCY) unread = Math.min(unread, place);
			}
		}
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, worker));
	return { failures, empty, resumeAt: mailings[Math.min(unread, started)] };
}
