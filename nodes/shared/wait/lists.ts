import type { Field } from '../describe/field';
import { isBlank, type Parser, parseText, ValidationError } from '../values/formats';
import { recipientKey } from '../values/recipientKey';

const trimAndDropBlank = (entries: unknown[]): unknown[] =>
	entries
		.map((entry: unknown) => (typeof entry === 'string' ? entry.trim() : entry))
		.filter((entry) => !isBlank(entry));

/** Matches a quoted or bracketed part, a separator, or any other single character. */
const RECIPIENT_LIST_PART_PATTERN =
	/"(?:[^"\\]|\\[^])*"|“[^”]*”|«[^»]*»|<[^<>]*>|\([^()]*\)|\[[^[\]]*\]|(?<between>[,;\r\n])|[^]/g;

/**
 * Splits at commas, semicolons and line breaks, but not within a name such as `"Doe, Anna"
 * <anna@example.com>`.
 *
 * @throws ValidationError for an unmatched quotation mark or bracket
 */
function splitRecipients(text: string): string[] {
	const entries = [''];
	for (const { 0: part, groups } of text.matchAll(RECIPIENT_LIST_PART_PATTERN)) {
		if (/^["“«<([]$/.test(part)) {
			const problem = `has an unmatched ${part}, so its recipients cannot be told apart`;
			throw new ValidationError(
				problem,
				'Remove this character, or enter the recipients as an array.',
			);
		}
		if (groups?.between !== undefined) entries.push('');
		else entries[entries.length - 1] += part;
	}
	return entries;
}

const toRecipientError = (
	{ problem, advice, label }: ValidationError,
	which: string,
	entered: unknown,
) => new ValidationError(`${problem}${which}`, advice, label, entered);

/** Returns a parser that removes duplicate recipients and joins the rest with commas. */
export const createRecipientJoiningParser =
	({ parse = parseText }: Field, max: number): Parser =>
	(value, zone, countryCode) => {
		const entered = typeof value === 'string' ? splitRecipients(value) : [value].flat();
		const filled = trimAndDropBlank(entered);
		const entries = filled.map((entry, position) => {
			try {
				return parse(entry, zone, countryCode);
			} catch (error) {
				const which = filled.length > 1 ? ` (recipient ${position + 1})` : '';
				throw toRecipientError(error as ValidationError, which, entry);
			}
		});
		const mailboxes = new Map<string, unknown>();
		for (const entry of entries) {
			const key = recipientKey(entry);
			if (!mailboxes.has(key)) mailboxes.set(key, entry);
		}
		const unique = [...mailboxes.values()];
		if (unique.length === 0) {
			throw new ValidationError(
				'has no recipient',
				'Enter one or more recipients, separated by commas.',
			);
		}
		if (unique.length <= max) return unique.join(',');
		const problem = `has ${unique.length} recipients; the limit is ${max}`;
		throw new ValidationError(problem, 'Send to fewer recipients, or use a mailing.');
	};

const CHOICE_LIMITS = { min: 2, max: 10, length: 100 };

export const parseChoicesAsLines: Parser = (value, zone) => {
	const entered = typeof value === 'string' ? value.split(/[\r\n]+/) : [value].flat();
	const lines = trimAndDropBlank(entered).map((entry) => String(parseText(entry, zone)));
	const { min, max, length } = CHOICE_LIMITS;
	const advice = `Enter ${min} to ${max} different choices of up to ${length} characters, one per line.`;
	if (lines.some((line) => /[\r\n]/.test(line))) {
		throw new ValidationError('has a choice with a line break', advice);
	}
	if (lines.length < min || lines.length > max) {
		const count = lines.length === 1 ? 'only one choice' : `${lines.length} choices`;
		throw new ValidationError(`has ${count}`, advice);
	}
	if (new Set(lines).size < lines.length) {
		throw new ValidationError('has the same choice twice', advice);
	}
	if (lines.some((line) => line.length > length)) {
		throw new ValidationError('has a choice that is too long', advice);
	}
	return lines.join('\n');
};
