import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { Problem } from '../shared/errors/problem';
import { toTextWithObjectPlaceholder } from '../shared/values/json';
import { unknownStatusWarning, findChanges } from './changes';
import { canBeId } from './encoding';
import { outcomeOptions } from './fields';
import { compareNewestFirst, notWatchedWarning, readMailings, findWatchedIds } from './mailings';
import type { AccountClient } from './service';
import type { Settings } from './settings';
import { messageIdOf } from './state';

/** Enough items to build the next step. */
const MAX_PREVIEW_ITEMS = 10;
/** Mailings are read in rounds. A round that finds items is the last. */
const MAILINGS_PER_ROUND = 5;

/**
 * Finds the latest items for a test in the editor, regardless of Max Age.
 *
 * @throws the error of a mailing, or Problem with advice, if there are no items
 */
export async function readPreviewItems(
	client: AccountClient,
	settings: Settings,
	isReadTimeUp: () => boolean,
	context: Pick<IPollFunctions, 'logger'>,
): Promise<IDataObject[]> {
	const { idsToRead, listedMailingCount } = await findWatchedIds(client, settings, undefined, []);
	const ids = [...idsToRead].sort((a, b) => compareNewestFirst(messageIdOf(a), messageIdOf(b)));
	const items: IDataObject[] = [];
	const seen = new Set<string>();
	let problem: unknown;
	while (ids.length > 0 && items.length === 0 && !isReadTimeUp()) {
		const round = ids.splice(0, MAILINGS_PER_ROUND);
		const found = new Map<string, IDataObject[]>();
		const { errorByMailingId } = await readMailings(
			round,
			client.readEntries,
			isReadTimeUp,
			(id, entries) => {
				found.set(id, findLatestMailingItems(messageIdOf(id), entries, settings));
				for (const { status } of entries)
					seen.add(toTextWithObjectPlaceholder(status ?? ''));
			},
		);
		problem ??= [...errorByMailingId.values()][0];
		for (const id of round) items.push(...(found.get(id) ?? []));
	}
	const warnings = [
		unknownStatusWarning(seen),
		notWatchedWarning(listedMailingCount, settings),
	].filter(Boolean);
	for (const warning of warnings) context.logger.warn(warning);
	if (items.length === 0) throw problem ?? noDataError(settings, seen, warnings);
	return items.slice(0, MAX_PREVIEW_ITEMS);
}

function findLatestMailingItems(
	mailing: string,
	entries: IDataObject[],
	settings: Settings,
): IDataObject[] {
	const anyAge = { ...settings, earliestTime: undefined };
	const { items } = findChanges(mailing, entries, { statusTable: [] }, anyAge);
	if (settings.event !== 'viberReply') return items.slice(-MAX_PREVIEW_ITEMS);
	// Replies with a non-numeric ID come last, because only numeric IDs show which reply is newer.
	const order = ({ id }: IDataObject) => (canBeId(id) ? String(id).replace(/^.*\D.*$/s, '') : '');
	return items.sort((a, b) => compareNewestFirst(order(a), order(b))).slice(0, MAX_PREVIEW_ITEMS);
}

const MAX_LISTED_STATUSES = 20;

const REPLY_ADVICE =
	'Reply to one of your Viber messages, then test this step again. Replies that are marked as read are not shown, no matter which workflow or program marked them.';
const SEND_ADVICE = 'Send a mailing, then test this step again.';
const SINGLE_VIBER_ADVICE =
	'The service does not list single Viber messages. To watch a single message, enter its message_id in Message IDs.';
const SINGLE_REPLIES_ADVICE =
	'The service does not list single Viber messages, so replies to these messages are not watched.';
const SINGLE_SMS_ADVICE =
	'The service does not list single SMS, and single SMS have no message_id. The trigger watches mailings, batches and prepared SMS.';

/** @param seen the statuses of all recipients that were read */
function noDataError(settings: Settings, seen: Set<string>, warnings: string[]): Problem {
	const { event, selectedMailingIds, statuses, outcomes } = settings;
	const labels = outcomeOptions.filter(({ value }) => outcomes?.has(value));
	const filters = [
		statuses && `the status ${[...statuses].join(' or ')}`,
		outcomes && `the outcome ${labels.map(({ name }) => name).join(' or ')}`,
	].filter(Boolean);
	const recipients =
		filters.length > 0 ? `recipients with ${filters.join(' and ')}` : 'recipients';
	const missing = event === 'viberReply' ? 'unread replies' : recipients;
	const where = selectedMailingIds ? 'the selected mailings' : 'the mailings of the account';
	const listed = [...seen].slice(0, MAX_LISTED_STATUSES).join(', ');
	const option = statuses ? 'Statuses' : 'Outcomes';
	const advice =
		filters.length > 0 && seen.size > 0
			? `The recipients have these statuses: ${listed}. Correct the option ${option}, or wait until a recipient has a matching status.`
			: event === 'viberReply'
				? REPLY_ADVICE
				: SEND_ADVICE;
	const message = `No data: there are no ${missing} in ${where}`;
	const allAdvice = [advice, singleMessageAdvice(settings), ...warnings].filter(Boolean);
	return new Problem({ message, advice: allAdvice });
}

function singleMessageAdvice({ event, selectedMailingIds, prefixedMessageIds }: Settings): string {
	if (event === 'viberDelivery')
		return prefixedMessageIds.length === 0 ? SINGLE_VIBER_ADVICE : '';
	if (selectedMailingIds) return '';
	return event === 'viberReply'
		? SINGLE_REPLIES_ADVICE
		: event === 'smsDelivery'
			? SINGLE_SMS_ADVICE
			: '';
}
