import { ValidationError, type Parser, plainText } from './formats';

const EMAIL = { unit: 'characters', max: 254 } as const;
const QUOTES = `'"\`\u00b4\u2018-\u201f\u00ab\u00bb`;

/** Zero-width, control and direction characters, and halves of an emoji. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;
/** Places for a line break, which web pages put into long words. No address has one. */
const LINE_BREAKS = /[\u00ad\u200b\u2060\ufeff]/g;
/** Far more than a name and an address. */
const ENTRY = 1000;

const AROUND = `\\s\\u200c-\\u200f${QUOTES},;`;
/** What sheets and lists write around an address. */
const AROUND_ADDRESS = new RegExp(`^[${AROUND}]+|[${AROUND}]+$`, 'g');

/** An address with nothing around it, which most are. */
const BARE_ADDRESS = /^\w[\w.+-]*@[\w.-]+$/;

/** The address in an entry such as `Anna <anna@example.com>;` or `mailto:anna@example.com`. */
function addressIn(entry: string): string {
	if (BARE_ADDRESS.test(entry) || entry.length > ENTRY) return entry;
	const bare = entry.replace(LINE_BREAKS, '').replace(AROUND_ADDRESS, '');
	const [, inBrackets = bare] = /^[^<>@]*<([^<>]*)>$/.exec(bare) ?? [];
	return inBrackets.trim().replace(/^mailto:/i, '');
}

export const email: Parser = (value) => {
	const advice = 'Enter one address, e.g. anna@example.com.';
	const entry = plainText(value, advice).trim();
	const address = addressIn(entry);
	if (INVISIBLE.test(address)) {
		const problem = 'is not an email address. It contains an invisible character';
		throw new ValidationError(problem, 'Type the address instead of pasting it.');
	}
	const [local, domain, ...rest] = address.split('@');
	const label = /^[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;
	const labels = (domain ?? '').split('.');
	const isValid =
		rest.length === 0 &&
		/^[^\s"(),:;<>@[\\\]]{1,64}$/.test(local) &&
		!/^\.|\.\.|\.$/.test(local) &&
		labels.length > 1 &&
		labels.every((part) => part.length < 64 && label.test(part)) &&
		!/^\d+$/.test(labels[labels.length - 1]) &&
		address.length <= EMAIL.max;
	if (!isValid) throw new ValidationError('is not an email address', advice);
	return address;
};
email.limits = EMAIL;

/**
 * The same for two phones, or two addresses that reach the same mailbox. Letter case counts before the
 * @ alone. An accent may be a character of its own, and a host may be written in Punycode.
 */
export const mailboxKey = (address: string): string => {
	const at = address.lastIndexOf('@');
	if (at < 0) return address;
	return `${address.slice(0, at).normalize()}@${asciiHost(address.slice(at + 1))}`;
};

function asciiHost(host: string): string {
	if (/^[ -~]*$/.test(host)) return host.toLowerCase();
	const url = `http://${host}`;
	return URL.canParse(url) ? new URL(url).hostname : host.toLowerCase();
}
