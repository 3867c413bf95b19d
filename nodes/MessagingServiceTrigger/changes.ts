import type { IDataObject } from 'n8n-workflow';
import { isUnknownStatus, normalizeStatus } from '../shared/api/statusWords';
import { addIsDelivered, readIsDelivered } from '../shared/response/addedFields';
import { toTextWithObjectPlaceholder } from '../shared/values/json';
import {
	toNumberIfExact,
	decodeReplyKeys,
	encodeReplyKeys,
	fingerprint,
	canBeId,
	toNumericKey,
} from './encoding';
import { eventSources } from './events';
import { type SavedMailing, findStatusChanges } from './recipients';
import { formatForLog } from './service';
import type { Settings } from './settings';

export interface MailingChanges {
	items: IDataObject[];
	nextSnapshot: string;
	returnedReplyIds: string[];
	listedReplyIds: string[];
}

export function findChanges(
	mailing: string,
	entries: IDataObject[],
	saved: SavedMailing,
	settings: Settings,
): MailingChanges {
	const message_id = toNumberIfExact(mailing);
	if (settings.event === 'viberReply') {
		const { newReplies, listedReplyIds, nextSnapshot } = findNewReplies(
			entries,
			saved.snapshot,
		);
		// A reply that is too old is not marked as read.
		const returned = newReplies.filter((reply) => !isOlderThanMaxAge(reply, settings));
		// A reply without an ID cannot be marked as read.
		const returnedReplyIds = returned.filter(({ id }) => canBeId(id)).map(identifyReply);
		const items = returned.map((reply) => ({ ...reply, message_id }));
		return { items, nextSnapshot, returnedReplyIds, listedReplyIds };
	}
	const { changes, nextSnapshot } = findStatusChanges(
		entries,
		saved,
		eventSources[settings.event].entryKeyFields,
	);
	const items: IDataObject[] = [];
	for (const { recipient, previousStatus } of changes) {
		if (!hasWantedStatus(recipient, settings) || isOlderThanMaxAge(recipient, settings))
			continue;
		// The entries are not copied, because there may be 100,000 of them.
		recipient.message_id = message_id;
		recipient.previous_status = previousStatus;
		addIsDelivered(recipient);
		items.push(recipient);
	}
	return { items, nextSnapshot, returnedReplyIds: [], listedReplyIds: [] };
}

const hasWantedStatus = (recipient: IDataObject, { statuses, outcomes }: Settings): boolean =>
	(!statuses ||
		statuses.has(normalizeStatus(toTextWithObjectPlaceholder(recipient.status ?? '')))) &&
	(!outcomes || outcomes.has(toOutcomeName(readIsDelivered(recipient))));

const toOutcomeName = (delivered: boolean | null): string =>
	delivered === null ? 'pending' : delivered ? 'delivered' : 'notDelivered';

/** Reports whether an entry is older than Max Age. Entries without a time are never too old. */
function isOlderThanMaxAge(entry: IDataObject, { event, earliestTime }: Settings): boolean {
	const { timeField } = eventSources[event];
	const at = timeField && entry[timeField];
	if (earliestTime === undefined || typeof at !== 'string') return false;
	return /^[1-9]\d{3}-\d\d-\d\d \d\d:/.test(at) && at < earliestTime;
}

/** Returns the ID of a reply, or a hash of all fields if the reply has no usable ID. */
const identifyReply = (reply: IDataObject): string =>
	canBeId(reply.id)
		? String(reply.id)
		: `#${fingerprint(Object.entries(reply).sort(compareByKey))}`;

const compareByKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/**
 * Finds the replies that are not in the snapshot. A reply that is no longer listed stays in the snapshot,
 * because the service may list the reply again.
 *
 * @param replies all listed replies, in any order, possibly with duplicates
 * @param snapshot the previous snapshot; undefined at the first read of the mailing
 */
export function findNewReplies(replies: IDataObject[], snapshot = '') {
	const seen = decodeReplyKeys(snapshot);
	const listed = new Map(replies.map((reply) => [identifyReply(reply), reply]));
	const newReplies: IDataObject[] = [];
	for (const [id, reply] of listed) {
		const key = toNumericKey(id);
		if (!seen.has(key)) newReplies.push(reply);
		seen.add(key);
	}
	const nextSnapshot = newReplies.length > 0 ? encodeReplyKeys(seen) : snapshot;
	return { newReplies, listedReplyIds: [...listed.keys()], nextSnapshot };
}

const MAX_NAMED_STATUSES = 5;
const MAX_NAMED_STATUS_LENGTH = 40;

export function unknownStatusWarning(statuses: Iterable<unknown>): string {
	const words = new Set([...statuses].filter(isUnknownStatus).map(normalizeStatus));
	if (words.size === 0) return '';
	const named = [...words]
		.sort()
		.map((word) => `"${formatForLog(word).slice(0, MAX_NAMED_STATUS_LENGTH)}"`);
	const more =
		words.size > MAX_NAMED_STATUSES ? ` and ${words.size - MAX_NAMED_STATUSES} more` : '';
	const list = named.slice(0, MAX_NAMED_STATUSES).join(', ') + more;
	return `The service returned a status that this package does not know: ${list}. A message with such a status counts as pending (is_delivered is null).`;
}
