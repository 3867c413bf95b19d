import { ValidationError, type Parser, requirePlainText } from './formats';
import { tryParseUrl } from './urls';

const EMAIL_LIMITS = { unit: 'characters', max: 254 } as const;
/** Matches control, direction and zero-width characters, and halves of an emoji. */
const INVISIBLE_CHARACTER_PATTERN = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;
/** Matches invisible characters that web pages insert to break long words. */
const WORD_BREAK_HINT_PATTERN = /[\u00ad\u200b\u2060\ufeff]/g;
/** In characters. A name and an address together need far fewer. */
const MAX_ENTRY_LENGTH = 1000;

const SURROUNDING_PUNCTUATION_PATTERN = /^[\s\u200c-\u200f,;]+|[\s\u200c-\u200f,;]+$/g;
const CLOSING_QUOTES_BY_OPENING = new Map(
	Object.entries({
		'"': '"',
		"'": "'",
		'`': '`\u00b4',
		'\u00b4': '\u00b4',
		'\u2018': '\u2019',
		'\u2019': '\u2019',
		'\u201a': '\u2018\u2019',
		'\u201c': '\u201d',
		'\u201d': '\u201d',
		'\u201e': '\u201c\u201d',
		'\u00ab': '\u00bb',
		'\u00bb': '\u00ab\u00bb',
	}),
);

/** Most entries match, and need no further parsing. */
const BARE_ADDRESS_PATTERN = /^\w[\w.+-]*@[\w.-]+$/;
/**
 * Matches `Anna <anna@example.com>` and `"Doe, Anna" <anna@example.com>`. Captures the quoted or the plain
 * name, then the address.
 */
const NAMED_ADDRESS_PATTERN = /^(?:"((?:[^"\\]|\\[^])*)"|([^<>@"]*))\s*<([^<>]*)>$/;

/** Removes quotes and punctuation that spreadsheets and lists put around an entry. */
function stripSurroundings(entry: string): string {
	let bare = entry
		.replace(WORD_BREAK_HINT_PATTERN, '')
		.replace(SURROUNDING_PUNCTUATION_PATTERN, '');
	while (
		bare.length > 1 &&
		CLOSING_QUOTES_BY_OPENING.get(bare[0])?.includes(bare[bare.length - 1])
	) {
		bare = bare.slice(1, -1).replace(SURROUNDING_PUNCTUATION_PATTERN, '');
	}
	return bare;
}

/** Returns the address in an entry such as `Anna <anna@example.com>;` or `mailto:anna@example.com`. */
function extractAddress(entry: string): string {
	if (BARE_ADDRESS_PATTERN.test(entry) || entry.length > MAX_ENTRY_LENGTH) return entry;
	const bare = stripSurroundings(entry);
	const address = stripSurroundings(NAMED_ADDRESS_PATTERN.exec(bare)?.[3] ?? bare);
	return /^mailto:/i.test(address) ? decodeMailtoAddress(address) : address;
}

function decodeMailtoAddress(link: string): string {
	try {
		return link.includes('?') ? '' : decodeURIComponent(link.slice('mailto:'.length));
	} catch {
		return '';
	}
}

/** Returns the name in an entry such as `Anna <anna@example.com>`, or ''. */
export function extractDisplayName(entry: unknown): string {
	if (typeof entry !== 'string' || entry.length > MAX_ENTRY_LENGTH) return '';
	const [, quoted, plain = ''] = NAMED_ADDRESS_PATTERN.exec(stripSurroundings(entry)) ?? [];
	return stripSurroundings(quoted?.replace(/\\([^])/g, '$1') ?? plain);
}

/** A quotation mark at the beginning or end of the local part is probably a mistake. */
const hasQuoteAtEdge = (local: string) =>
	CLOSING_QUOTES_BY_OPENING.has(local[0]) ||
	CLOSING_QUOTES_BY_OPENING.has(local[local.length - 1]);

const DOMAIN_LABEL_PATTERN = /^[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;

function isValidDomain(domain: string): boolean {
	const labels = domain.split('.');
	return (
		labels.length > 1 &&
		labels.every((label) => label.length < 64 && DOMAIN_LABEL_PATTERN.test(label)) &&
		!/^\d+$/.test(labels[labels.length - 1])
	);
}

/** Normalizes a host as mail servers do, e.g. replaces full-width letters. Returns '' for an invalid host. */
function normalizeUnicodeHost(host: string): string {
	if (isPrintableAscii(host)) return host;
	const ascii = tryParseUrl(`http://${host}`)?.hostname ?? '';
	const spelled = host.normalize('NFKC').toLowerCase();
	return toAsciiHost(spelled) === ascii ? spelled : ascii;
}

export const parseEmail: Parser = (value) => {
	const advice = 'Enter one address, e.g. anna@example.com.';
	const entry = requirePlainText(value, advice).trim();
	const entered = extractAddress(entry).normalize();
	if (INVISIBLE_CHARACTER_PATTERN.test(entered)) {
		const problem = 'is not an email address. It contains an invisible character';
		throw new ValidationError(problem, 'Type the address instead of pasting it.');
	}
	const [local, domain = '', ...rest] = entered.split('@');
	const hasValidForm =
		rest.length === 0 &&
		!hasQuoteAtEdge(local) &&
		/^[^\s"(),:;<>@[\\\]]{1,64}$/.test(local) &&
		!/^\.|\.\.|\.$/.test(local) &&
		isValidDomain(domain);
	const host = hasValidForm ? normalizeUnicodeHost(domain) : '';
	const address = `${local}@${host}`;
	if (isValidDomain(host) && address.length <= EMAIL_LIMITS.max) return address;
	throw new ValidationError('is not an email address', advice);
};
parseEmail.lengthLimits = EMAIL_LIMITS;

/**
 * Returns an address in a comparable form: lower case, composed accents, host in Punycode. Case is ignored
 * even before the @, because no provider gives two people addresses that differ only in case.
 */
export function toEmailKey(entry: string): string {
	const address = extractAddress(entry.trim()).normalize();
	const at = address.lastIndexOf('@');
	return `${address.slice(0, at).toLowerCase()}@${toAsciiHost(address.slice(at + 1))}`;
}

const isPrintableAscii = (text: string): boolean => /^[ -~]*$/.test(text);

function toAsciiHost(host: string): string {
	if (isPrintableAscii(host)) return host.toLowerCase();
	return tryParseUrl(`http://${host}`)?.hostname ?? host.toLowerCase();
}
