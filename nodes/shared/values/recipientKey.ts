import { toAsciiDigits } from './digits';
import { toEmailKey } from './email';
import { PHONE_IN_TEXT_PATTERN } from './formats';

/** Matches a phone in the API's form. The first digit is not 0, because no country code begins with 0. */
const SENT_PHONE_PATTERN = /^[1-9]\d*$/;

/**
 * Returns the same key for all spellings of a recipient: the digits of a phone, or the mailbox of an email.
 *
 * @param address as sent, or as returned by the service
 */
export function recipientKey(address: unknown): string {
	if (typeof address !== 'string' && typeof address !== 'number') return '';
	const text = String(address);
	if (SENT_PHONE_PATTERN.test(text)) return text;
	if (text.includes('@')) return toEmailKey(text);
	const digits = toAsciiDigits(text).replace(/\D/g, '').replace(/^00/, '');
	return /\p{L}/u.test(text) || digits === '' ? text.trim().toLowerCase() : digits;
}

/** In characters. Longer than any address, even with punctuation around it. */
const MAX_WORD_LENGTH = 300;

export function findMentionedRecipientKeys(
	text: string,
	recipients: { has: (key: string) => boolean },
): string[] {
	const words = text
		.split(/[\s<>,;:()[\]]+/)
		.filter((word) => word.length <= MAX_WORD_LENGTH)
		.map((word) => word.replace(/^["'`«“‘]+|["'`»”’.!?]+$/g, ''));
	const keys = [...(text.match(PHONE_IN_TEXT_PATTERN) ?? []), ...words].map(recipientKey);
	return [...new Set(keys)].filter((key) => recipients.has(key));
}
