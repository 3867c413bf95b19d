import type { IDataObject } from 'n8n-workflow';

/** Mailings read at a time: enough to fill the wait for a far service, few enough to hold at once. */
const AT_A_TIME = 5;

export interface Reading {
	failures: Map<string, unknown>;
	/** The first mailing that was not started for want of time. */
	next?: string;
}

/**
 * Reads mailings one after the other, a few at a time. The first ones are always read, so that even
 * the slowest service gets on.
 *
 * @param take gets what a mailing has, all of it
 */
export async function readInTurn(
	mailings: string[],
	read: (mailing: string) => Promise<IDataObject[]>,
	isLate: () => boolean,
	take: (mailing: string, entries: IDataObject[]) => void,
): Promise<Reading> {
	const failures = new Map<string, unknown>();
	let started = 0;
	const worker = async () => {
		while (started < mailings.length && (started < AT_A_TIME || !isLate())) {
			const mailing = mailings[started++];
			try {
				take(mailing, await read(mailing));
			} catch (error) {
				failures.set(mailing, error);
			}
		}
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, worker));
	return { failures, next: mailings[started] };
}
