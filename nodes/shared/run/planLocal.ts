import type { LocalOperation, Plan, Run } from '../describe/operation';
import { isSentOrUnknown, itemEntries, openEntries, reject } from './ledger';
import { requestOf } from './planItems';

/** Plans the record of each input item, without a request; an item that is wrong is rejected. */
export function planLocal(run: Run<LocalOperation>): Plan {
	for (const entry of itemEntries(run)) {
		// Not read again: an earlier try of Retry On Fail has its record.
		if (isSentOrUnknown(entry)) continue;
		try {
			const respond = run.operation.respond(run, entry.item);
			entry.content = async () => [await respond()];
		} catch (error) {
			reject(run, entry, error);
		}
	}
	return { requests: () => openEntries(run.ledger).map(requestOf) };
}
