/** Normalizes a status: `Not_Delivered` and `not-delivered` become `not delivered`. */
export const normalizeStatus = (status: unknown): string =>
	typeof status === 'string'
		? status
				.replace(/[\s_-]+/g, ' ')
				.trim()
				.toLowerCase()
		: '';

const toStatusEntries = <T>(list: string, isDelivered: T): Array<[word: string, isDelivered: T]> =>
	list.split(', ').map((word) => [word, isDelivered]);

/**
 * True if delivered, false after a final failure, null while pending. The API documentation lists new, sent,
 * delivered, read, open and undelivered, and says that there are others.
 */
const IS_DELIVERED_BY_STATUS = new Map<string, boolean | null>([
	...toStatusEntries(
		'new, sent, queued, accepted, pending, moderation, moderated, scheduled, sending',
		null,
	),
	...toStatusEntries('delivered, read, open, opened, clicked', true),
	...toStatusEntries(
		'failed, expired, rejected, undeliverable, undelivered, not delivered, blocked',
		false,
	),
	...toStatusEntries(
		'canceled, cancelled, error, bounced, bounce, spam, complained, complaint',
		false,
	),
]);

/** Returns undefined if the status is unknown. */
export const deliveryResultOf = (status: unknown): boolean | null | undefined =>
	IS_DELIVERED_BY_STATUS.get(normalizeStatus(status));

export const isUnknownStatus = (status: unknown): boolean =>
	normalizeStatus(status) !== '' && deliveryResultOf(status) === undefined;

/** Reports whether the status of a mailing is final: sent, failed or cancelled. */
export const isFinishedMailingStatus = (status: unknown): boolean =>
	normalizeStatus(status) === 'sent' || typeof deliveryResultOf(status) === 'boolean';

export const mayAwaitConfirmation = (status: unknown): boolean =>
	!isFinishedMailingStatus(status) && normalizeStatus(status) !== 'sending';
