import type { IDataObject } from 'n8n-workflow';
import { addDelivery, isDelivered } from '../../shared/response/addedFields';
import { eventSources } from '../events';
import type { Settings } from '../settings';
import { isId, fingerprint, keyOf } from '../state/fingerprint';
import { asNumber, decodeReplies, encodeReplies } from '../state/encoding';
import { statusWord } from '../../shared/api/statusWords';
import { type Known, statusChanges } from './statusChanges';
import { toText } from '../../shared/values/json';

/** What changed in one mailing since the poll before. */
export interface MailingChanges {
	items: IDataObject[];
	/** What the next poll compares the mailing with. */
	snapshot: string;
	/** Ids of the replies among the items. */
	replyIds: string[];
	/** Ids of all replies that the service lists. */
	listedIds: string[];
}

/** Compares a mailing with what the state knows of it. */
export function findChanges(
	mailing: string,
	entries: IDataObject[],
	known: Known,
	settings: Settings,
): MailingChanges {
	const { event, notBefore } = settings;
	const message_id = asNumber(mailing);
	const { time } = eventSources[event];
	const isOld = (entry: IDataObject) =>
		notBefore !== undefined && time !== undefined && isBefore(entry[time], notBefore);
	if (event === 'viberReply') {
		const diff = newReplies(entries, known.snapshot);
		// A reply that is left out for its age is not marked as read.
		const returned = diff.newReplies.filter((reply) => !isOld(reply));
		const items = returned.map((reply) => ({ ...reply, message_id }));
		// A reply without an id cannot be marked as read.
		const replyIds = returned.filter(({ id }) => isId(id)).map(replyId);
		return { items, snapshot: diff.snapshot, replyIds, listedIds: diff.listedIds };
	}
	const diff = statusChanges(entries, known, eventSources[event].fields);
	const items: IDataObject[] = [];
	for (const { recipient, previous } of diff.changes) {
		if (!isWanted(recipient, settings) || isOld(recipient)) continue;
		// The entry itself becomes the item, because there may be 100,000 of them.
		recipient.message_id = message_id;
		recipient.previous_status = previous;
		addDelivery(recipient);
		items.push(recipient);
	}
	return { items, snapshot: diff.snapshot, replyIds: [], listedIds: [] };
}

const isWanted = (recipient: IDataObject, { statuses, outcomes }: Settings): boolean =>
	(!statuses || statuses.has(statusWord(toText(recipient.status ?? '')))) &&
	(!outcomes || outcomes.has(outcomeOf(isDelivered(recipient))));

const outcomeOf = (delivered: boolean | null): string =>
	delivered === null ? 'pending' : delivered ? 'delivered' : 'notDelivered';

/** Whether a time of the service is before another one. What is not such a time is not. */
const isBefore = (time: unknown, other: string): boolean =>
	typeof time === 'string' && /^[1-9]\d{3}-\d\d-\d\d \d\d:/.test(time) && time < other;

interface ReplyDiff {
	/** Ordered as in the service's list. */
	newReplies: IDataObject[];
	snapshot: string;
	listedIds: string[];
}

/** The id of a reply. One that has no usable id is identified by everything that it holds. */
const replyId = (reply: IDataObject): string =>
	isId(reply.id) ? String(reply.id) : `#${fingerprint(Object.entries(reply).sort(byKey))}`;

const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/**
 * Finds the replies that no earlier poll returned. The service lists a reply until it is marked as
 * read. The snapshot keeps those that it lists no longer, because a list may once be incomplete, and
 * relies on no order of the ids, because the service states none.
 *
 * @param replies all that the service lists for one mailing, in any order, some perhaps twice
 * @param snapshot of the poll before; undefined if the mailing is read for the first time
 */
export function newReplies(replies: IDataObject[], snapshot = ''): ReplyDiff {
	const seen = decodeReplies(snapshot);
	const listed = new Map(replies.map((reply) => [replyId(reply), reply]));
	const added: IDataObject[] = [];
	for (const [id, reply] of listed) {
		const key = keyOf(id);
		if (!seen.has(key)) added.push(reply);
		seen.add(key);
	}
	return { newReplies: added, listedIds: [...listed.keys()], snapshot: encodeReplies(seen) };
}
