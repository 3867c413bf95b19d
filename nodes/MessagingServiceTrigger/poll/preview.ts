import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { Problem } from '../../shared/errors/problem';
import { findChanges } from '../changes/findChanges';
import type { AccountClient } from '../account/client';
import { readMailings, newestFirst, notWatched, watchedMailings } from '../account/mailings';
import type { Settings } from '../settings';
import { isId } from '../state/fingerprint';
import { messageIdOf } from '../state/state';
import { unknownStatusWarnings, COUNTS_AS_OPEN, unknownStatuses } from './memory';
import { outcomeOptions } from '../fields';
import { toText } from '../../shared/values/json';

/** Items shown, which are enough to build the next step. */
const PREVIEW_ITEMS = 10;
/** Mailings read before the next ones are read for lack of items. */
const MAILINGS_PER_ROUND = 5;

/**
 * The latest items, for the test in the editor. It shows no item only because of its age.
 *
 * @throws the error of a mailing if it could not be read and there is nothing else to show
 * @throws Problem that names the existing statuses, if nothing matches
 */
export async function latestItems(
	client: AccountClient,
	settings: Settings,
	isLate: () => boolean,
	context: Pick<IPollFunctions, 'logger'>,
): Promise<IDataObject[]> {
	const { present, listed } = await watchedMailings(client, settings, undefined, []);
	const more = notWatched(listed, settings);
	const ids = [...present].sort((a, b) => newestFirst(messageIdOf(a), messageIdOf(b)));
	const items: IDataObject[] = [];
	const seen = new Set<string>();
	let problem: unknown;
	while (ids.length > 0 && items.length === 0 && !isLate()) {
		const round = ids.splice(0, MAILINGS_PER_ROUND);
		const found = new Map<string, IDataObject[]>();
		const { failures } = await readMailings(round, client.entries, isLate, (id, entries) => {
			found.set(id, latestOf(messageIdOf(id), entries, settings));
			for (const { status } of entries) seen.add(toText(status ?? ''));
		});
		problem ??= [...failures.values()][0];
		for (const id of round) items.push(...(found.get(id) ?? []));
	}
	if (more) context.logger.warn(more);
	for (const warning of unknownStatusWarnings(seen)) context.logger.warn(warning);
	if (items.length === 0) throw problem ?? noDataError(settings, { seen, more });
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

/** Statuses that an error lists. */
const MAX_LISTED = 20;

const REPLY_ADVICE =
	'Reply to one of your Viber messages, then test this step again. Replies that are marked as read are not shown, no matter which workflow or program marked them.';
const SEND_ADVICE = 'Send a mailing, then test this step again.';
const SINGLE_VIBER =
	'Single Viber messages are not listed. To watch one, enter its message_id in Message IDs.';
const SINGLE_REPLIES = 'Single Viber messages are not listed, so replies to them are not watched.';
const SINGLE_SMS =
	'Single SMS are not listed and have no message_id. The trigger watches mailings, batches and prepared SMS.';

/**
 * The error of a test in the editor that has nothing to show.
 *
 * @param found `seen`: the statuses of the mailings; `more`: a sentence about mailings that are not watched
 */
function noDataError(
	{ event, selected, messages, statuses, outcomes }: Settings,
	{ seen, more }: { seen: Set<string>; more: string },
): Problem {
	const isReply = event === 'viberReply';
	const labels = outcomeOptions.filter(({ value }) => outcomes?.has(value));
	const wanted = [
		statuses && `the status ${[...statuses].join(' or ')}`,
		outcomes && `the outcome ${labels.map(({ name }) => name).join(' or ')}`,
	].filter(Boolean);
	const recipients = wanted.length > 0 ? `recipients with ${wanted.join(' and ')}` : 'recipients';
	const what = isReply ? 'unread replies' : recipients;
	const where = selected ? 'the selected mailings' : 'the mailings of the account';
	const advice = [isReply ? REPLY_ADVICE : SEND_ADVICE];
	if (wanted.length > 0 && seen.size > 0) {
		const listed = [...seen].slice(0, MAX_LISTED).join(', ');
		advice[0] = `The statuses of their recipients are: ${listed}. Correct the option ${statuses ? 'Statuses' : 'Outcomes'}, or wait until a recipient has one of yours.`;
	}
	const unknown = unknownStatuses(seen);
	if (unknown.length > 0) {
		const named = unknown.slice(0, MAX_LISTED).join(', ');
		advice.push(`This package does not know ${named}. ${COUNTS_AS_OPEN}`);
	}
	if (event === 'viberDelivery' && messages.length === 0) advice.push(SINGLE_VIBER);
	else if (event === 'viberReply' && !selected) advice.push(SINGLE_REPLIES);
	else if (event === 'smsDelivery' && !selected) advice.push(SINGLE_SMS);
	if (more) advice.push(more);
	const message = `No data: there are no ${what} in ${where}`;
	return new Problem({ message, advice });
}
