import { asciiDigits } from './digits';
import { mailboxIn } from './email';
import { PHONE } from './formats';

/** A phone as it is sent. No country code begins with 0. */
const SENT_PHONE = /^[1-9]\d*$/;

/**
 * The identity of a recipient: two addresses that reach the same person have the same key. A phone is its digits,
 * without +, 00 or separators. An email is its mailbox, without a display name. An address that is neither
 * is itself.
 *
 * @param address a phone or an email, as it is sent or as the service lists it
 */
export function recipientKey(address: unknown): string {
	if (typeof address !== 'string' && typeof address !== 'number') return '';
	const text = String(address);
	if (SENT_PHONE.test(text)) return text;
	if (text.includes('@')) return mailboxIn(text);
	const digits = asciiDigits(text).replace(/\D/g, '').replace(/^00/, '');
	return /\p{L}/u.test(text) || digits === '' ? text.trim().toLowerCase() : digits;
}

/** Longer than an address with signs beside it. */
const MAX_WORD = 300;

/** The keys of the recipients that a text names, whatever stands around them. */
export function recipientsIn(
	text: string,
	recipients: { has: (key: string) => boolean },
): string[] {
	const words = text
		.split(/[\s<>,;:()[\]]+/)
		.filter((word) => word.length <= MAX_WORD)
		.map((word) => word.replace(/^["'`«“‘]+|["'`»”’.!?]+$/g, ''));
	const keys = [...(text.match(PHONE) ?? []), ...words].map(recipientKey);
	return [...new Set(keys)].filter((key) => recipients.has(key));
}
