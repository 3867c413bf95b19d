import { parseEmail } from './email';
import { describeValue, isBlank, ValidationError } from './formats';
import { parsePhone } from './phone';
import { recipientKey } from './recipientKey';

const SEPARATE_ENTRIES_ADVICE =
	'Separate phones, emails and *@domain by commas, semicolons or line breaks.';
const CORRECT_ENTRY_ADVICE = `Correct or remove this entry. ${SEPARATE_ENTRIES_ADVICE}`;
/**
 * Matches characters that, before the @, may make a server deliver a message to other mailboxes. An
 * encoded word, which begins with `=?`, may hide such characters.
 */
const FORWARDING_PATTERN = /[%!*]|=\?/;
const NOBODY_KEYWORD = 'nobody';

/**
 * Parses Only Send To of the credential.
 *
 * @returns a function that reports whether a phone or email, as sent, is in the list
 * @throws ValidationError if any entry is invalid, because without that entry the list is
 *   incomplete
 */
export function createRecipientMatcher(
	entered: unknown,
	countryCode?: string,
): (address: string) => boolean {
	if (typeof entered !== 'string' || entered.startsWith('=')) {
		throw new ValidationError(
			`is ${describeValue(entered)}, which is not a list`,
			SEPARATE_ENTRIES_ADVICE,
		);
	}
	const entries = entered
		.split(/[,;\r\n]/)
		.map((entry) => entry.trim())
		.filter((entry) => !isBlank(entry));
	if (entries.length === 0)
		throw new ValidationError('contains only spaces', SEPARATE_ENTRIES_ADVICE);
	const isNobody = entries.some((entry) => entry.toLowerCase() === NOBODY_KEYWORD);
	if (isNobody && entries.length > 1) {
		throw new ValidationError(
			`has "${NOBODY_KEYWORD}" and other entries`,
			`To send to nobody, remove the other entries. Otherwise, remove "${NOBODY_KEYWORD}".`,
		);
	}
	const keys = new Set(isNobody ? [] : entries.map((entry) => parseEntryKey(entry, countryCode)));
	return (address) => {
		const key = recipientKey(address);
		return !mayBeForwarded(address) && (keys.has(key) || keys.has(domainKeyOf(key)));
	};
}

/**
 * Reports whether a server may deliver messages for an address, e.g. `bob%other.example@example.com`, to another
 * mailbox.
 */
const mayBeForwarded = (address: string): boolean =>
	FORWARDING_PATTERN.test(
		address.slice(0, Math.max(0, address.lastIndexOf('@'))).normalize('NFKC'),
	);

const domainKeyOf = (key: string): string =>
	key.includes('@') ? key.slice(key.lastIndexOf('@')) : key;

/**
 * Returns the key of an entry. The entry allows a recipient if the recipient, or the domain of the
 * recipient, has the same key.
 *
 * @throws ValidationError if the entry is not a phone, an email or `*@domain`
 */
function parseEntryKey(entry: string, countryCode?: string): string {
	try {
		const isDomain = entry.startsWith('*@');
		const sample = isDomain ? entry.replace('*', 'any') : entry;
		if (sample.includes('*')) throw new ValidationError('is not *@domain', '');
		if (mayBeForwarded(sample))
			throw new ValidationError(
				'is an address whose mail may be forwarded to other mailboxes',
				'',
			);
		const key = recipientKey(
			(sample.includes('@') ? parseEmail : parsePhone)(sample, '', countryCode),
		);
		return isDomain ? domainKeyOf(key) : key;
	} catch (error) {
		throw entryError(error as ValidationError, entry);
	}
}

const entryError = ({ problem }: ValidationError, entry: string) =>
	new ValidationError(`has an entry that ${problem}`, CORRECT_ENTRY_ADVICE, undefined, entry);
