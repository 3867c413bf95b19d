import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { findChanges } from '../changes/findChanges';
import type { AccountClient } from '../account/client';
import { readMailings } from '../account/readMailings';
import { newestFirst, watchedMailings } from '../account/watchedMailings';
import type { Settings } from '../settings';
import { isId } from '../state/fingerprint';
import { messageIdOf } from '../state/watchedIds';
import { noDataError } from './noData';
import { unknownStatusWarnings } from './unknownStatuses';

/** Items shown, which are enough to build the next step. */
const PREVIEW_ITEMS = 10;
/** Mailings read before the next ones are read for lack of items. */
const MAILINGS_PER_ROUND = 5;

/**
 * The latest items, for the test in the editor. It shows no item only because of its age.
 *
 * @throws the error of a mailing if it could not be read and there is nothing else to show
 * @throws NodeOperationError that says what there is, if nothing matches
 */
export async function latestItems(
	client: AccountClient,
	settings: Settings,
	isLate: () => boolean,
	context: Pick<IPollFunctions, 'getNode' | 'logger'>,
): Promise<IDataObject[]> {
	const { present } = await watchedMailings(client, settings, undefined, []);
	const ids = [...present].sort((a, b) => newestFirst(messageIdOf(a), messageIdOf(b)));
	const items: IDataObject[] = [];
	const seen = new Set<string>();
	let problem: unknown;
	while (ids.length > 0 && items.length === 0 && !isLate()) {
		const round = ids.splice(0, MAILINGS_PER_ROUND);
		const found = new Map<string, IDataObject[]>();
		const { failures } = await readMailings(round, client.entries, isLate, (id, entries) => {
			found.set(id, latestOf(messageIdOf(id), entries, settings));
			for (const { status } of entries) seen.add(String(status ?? ''));
		});
		problem ??= [...failures.values()][0];
		for (const id of round) items.push(...(found.get(id) ?? []));
	}
	for (const warning of unknownStatusWarnings(seen)) context.logger.warn(warning);
	if (items.length === 0) throw problem ?? noDataError(context, settings, seen);
	return items.slice(0, PREVIEW_ITEMS);
}

function latestOf(mailing: string, entries: IDataObject[], settings: Settings): IDataObject[] {
	const anyAge = { ...settings, notBefore: undefined };
	const { items } = findChanges(mailing, entries, { statusTable: [] }, anyAge);
	if (settings.event !== 'viberReply') return items.slice(-PREVIEW_ITEMS);
	// Ids that are not numbers have no order.
	const order = ({ id }: IDataObject) => (isId(id) ? String(id).replace(/^.*\D.*$/s, '') : '');
	return items.sort((a, b) => newestFirst(order(a), order(b))).slice(0, PREVIEW_ITEMS);
}
