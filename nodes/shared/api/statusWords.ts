/** A status as the table has it: `Not_Delivered` and `not-delivered` are `not delivered`. */
export const statusWord = (status: unknown): string =>
	typeof status === 'string'
		? status
				.replace(/[\s_-]+/g, ' ')
				.trim()
				.toLowerCase()
		: '';

const words = <T>(list: string, isDelivered: T): Array<[word: string, isDelivered: T]> =>
	list.split(', ').map((word) => [word, isDelivered]);

/**
 * Whether the message of a recipient is delivered: false after a final failure, null while that is open.
 * The API shows new, sent, delivered, read, open and undelivered, and says that there may be others:
 * these are the common ones.
 */
const RECIPIENT_STATUSES = new Map<string, boolean | null>([
	...words(
		'new, sent, queued, accepted, pending, moderation, moderated, scheduled, sending',
		null,
	),
	...words('delivered, read, open, opened, clicked', true),
	...words(
		'failed, expired, rejected, undeliverable, undelivered, not delivered, blocked',
		false,
	),
	...words('canceled, cancelled, error, bounced, bounce, spam, complained, complaint', false),
]);

/** What the status of a recipient says: see the table. Undefined for a word that it does not have. */
export const isDeliveredStatus = (status: unknown): boolean | null | undefined =>
	RECIPIENT_STATUSES.get(statusWord(status));

/** Whether a status has a word that the table does not have. Such a message counts as open. */
export const isUnknownStatus = (status: unknown): boolean =>
	statusWord(status) !== '' && isDeliveredStatus(status) === undefined;

/** Whether a mailing of this status is over: the service has sent it, or never will. */
export const isFinishedStatus = (status: unknown): boolean =>
	statusWord(status) === 'sent' || typeof isDeliveredStatus(status) === 'boolean';

/** Whether a mailing of this status may wait for its confirmation: it is not sent, and will be. */
export const mayWaitForConfirm = (status: unknown): boolean =>
	!isFinishedStatus(status) && statusWord(status) !== 'sending';
