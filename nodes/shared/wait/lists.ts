import type { Field } from '../describe/field';
import { isBlank, type Parser, text, ValidationError } from '../values/formats';
import { mailboxKey } from '../values/email';

/** The entries of an array, or of a text between these characters. Empty ones are left out. */
const entriesOf = (value: unknown, between: RegExp): unknown[] =>
	(Array.isArray(value) ? value : typeof value === 'string' ? value.split(between) : [value])
		.map((entry: unknown) => (typeof entry === 'string' ? entry.trim() : entry))
		.filter((entry) => !isBlank(entry));

/** Recipients, each of them once, separated by commas. The field's own parser validates each of them. */
export const severalOf =
	({ parse = text }: Field, max: number): Parser =>
	(value, zone, countryCode) => {
		const entries = entriesOf(value, /[,;\n]/).map((entry) => parse(entry, zone, countryCode));
		const mailboxes = new Map<string, unknown>();
		for (const entry of entries) {
			const key = mailboxKey(String(entry));
			if (!mailboxes.has(key)) mailboxes.set(key, entry);
		}
		const unique = [...mailboxes.values()];
		if (unique.length === 0) {
			throw new ValidationError(
				'has no recipient',
				'Enter one or more, separated by commas.',
			);
		}
		if (unique.length <= max) return unique.join(',');
		const problem = `has ${unique.length} recipients; the limit is ${max}`;
		throw new ValidationError(problem, 'Send to fewer recipients, or use a mailing.');
	};

const CHOICES = { min: 2, max: 10, length: 100 };

/** Choices, one per line. */
export const choiceLines: Parser = (value, zone) => {
	const lines = entriesOf(value, /[\r\n]+/).map((entry) => String(text(entry, zone)));
	const { min, max, length } = CHOICES;
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
