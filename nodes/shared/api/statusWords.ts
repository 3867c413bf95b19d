/**
 * The status words of recipients that the API shows, as `statusWord` returns them: whether the message
 * is delivered; null while that is open. The service may have others.
 */
export const RECIPIENT_STATUSES = new Map<string, boolean | null>([
	['new', null],
	['sent', null],
	['delivered', true],
	['read', true],
	['open', true],
	['undelivered', false],
]);

/** The status word of a mailing that the service has sent. */
export const MAILING_SENT = 'sent';

/** A status as the tables have it: the API shows `DELIVERED` in one list and `delivered` in another. */
export const statusWord = (status: unknown): string =>
	typeof status === 'string' ? status.trim().replace(/\s+/g, ' ').toLowerCase() : '';
