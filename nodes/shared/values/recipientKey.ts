import { toAsciiDigits } from './digits';
import { normalizeMailbox } from './email';
import { PHONE_IN_TEXT } from './formats';

/** Matches a phone in the form in which it is sent. No country code begins with 0. */
const SENT_PHONE = /^[1-9]\d*$/;

/**
 * Returns the same key for all addresses that reach the same person: the digits of a phone, without +, 00 or
 * separators, or the mailbox of an email, without a display name.
 *
 * @param address as sent, or as returned by the service
 */
export function recipientKey(address: unknown): string {
	if (typeof address !== 'string' && typeof address !== 'number') return '';
	const text = String(address);
	if (SENT_PHONE.test(text)) return text;
	if (text.includes('@')) return normalizeMailbox(text);
	const digits = toAsciiDigits(text).replace(/\D/g, '').replace(/^00/, '');
	return /\p{L}/u.test(text) || digits === '' ? text.trim().toLowerCase() : digits;
}

/** Max characters of a word: longer than any address with punctuation around it. */
const MAX_WORD_LENGTH = 300;

/** Returns the keys of the recipients that a text mentions. */
export function findMentionedRecipients(
	text: string,
	recipients: { has: (key: string) => boolean },
): string[] {
	const words = text
		.split(/[\s<>,;:()[\]]+/)
		.filter((word) => word.length <= MAX_WORD_LENGTH)
		.map((word) => word.replace(/^["'`«“‘]+|["'`»”’.!?]+$/g, ''));
	const keys = [...(text.match(PHONE_IN_TEXT) ?? []), ...words].map(recipientKey);
	return [...new Set(keys)].filter((key) => recipients.has(key));
}
