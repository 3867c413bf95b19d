import type { IDataObject } from 'n8n-workflow';
import type { Settings } from '../settings';
import type { State } from '../state/state';
import { isSingle } from '../state/statuses';
import type { AccountClient } from './client';
import { isRejectedByService } from './problems';

/** How the entries of an ID are read: as those of a mailing, or of a single message. */
interface Readers {
	entries: (id: string) => Promise<IDataObject[]>;
	single: (id: string) => Promise<IDataObject[]>;
}

interface SelectedEntries {
	entries: IDataObject[];
	isSingle: boolean;
}

/**
 * Reads an ID that the user has selected, which may be that of a mailing or of a single message. A
 * mailing with recipients and a single message cost one request, an empty mailing two: only there the
 * service may know the ID as the other kind. A request that fails says nothing about the kind.
 *
 * @param snapshot of the poll before, which says which kind it was
 * @throws the error of the first request if the service rejects the ID as both
 */
async function readSelected(
	{ entries: ofMailing, single: ofMessage }: Readers,
	id: string,
	snapshot = '',
): Promise<SelectedEntries> {
	const wasSingle = isSingle(snapshot);
	const [first, second] = wasSingle ? [ofMessage, ofMailing] : [ofMailing, ofMessage];
	const found = await unlessRejected(first(id));
	if (found.entries && (snapshot !== '' || found.entries.length > 0)) {
		return { entries: found.entries, isSingle: wasSingle };
	}
	const { entries: others = [] } = await unlessRejected(second(id));
	if (others.length > 0) return { entries: others, isSingle: !wasSingle };
	if (!found.entries) throw found.error;
	return { entries: [], isSingle: wasSingle };
}

/** Reads the entries of a mailing, or of a single message if one may be selected. */
export function entryReader(client: AccountClient, { selected }: Settings, before?: State) {
	const { entries, single } = client;
	const singles = new Set<string>();
	const read = async (id: string): Promise<IDataObject[]> => {
		if (!single || !selected) return await entries(id);
		const found = await readSelected({ entries, single }, id, before?.mailings[id]);
		if (found.isSingle) singles.add(id);
		return found.entries;
	};
	return { read, isSingle: (id: string) => singles.has(id) };
}

/** What was read, or the error with which the service rejected it. */
async function unlessRejected(
	response: Promise<IDataObject[]>,
): Promise<{ entries?: IDataObject[]; error?: unknown }> {
	const rejected = (error: unknown) => {
		if (!isRejectedByService(error)) throw error;
		return { error };
	};
	return await response.then((entries) => ({ entries }), rejected);
}
