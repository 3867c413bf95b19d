import { toAsciiDigits } from './digits';
import { requirePlainText, ValidationError } from './formats';

export const WRITE_PLUS_ADVICE =
	'Enter the number with + and its country code, e.g. +380 67 123 45 67.';

export const phoneError = (reason: string, advice = WRITE_PLUS_ADVICE) =>
	new ValidationError(`is not a phone number. ${reason}`, advice);

export interface EnteredPhone {
	/** The entered text, with the digits of all scripts as ASCII. */
	text: string;
	/** All digits, without the international prefix. */
	digits: string;
	/** `+`, `00` or ''. */
	internationalPrefix: string;
	/** The groups of digits as entered, without 00. */
	digitGroups: string[];
}

/** Matches separators between digits, and invisible characters. */
const PHONE_SEPARATOR_PATTERN = /[\s()[\]./\-\u2010-\u2015\u2212\p{Cf}]/gu;
const QUOTE_CHARACTER_CLASS = `'"\`\u00b4\u2018-\u201f\u00ab\u00bb`;
/** Matches a number with quotes, prefixes or commas from spreadsheets, links and lists. */
const WRAPPED_NUMBER_PATTERN = new RegExp(
	`^[${QUOTE_CHARACTER_CLASS}]*(?:(?:p|tel|sms|whatsapp):[${QUOTE_CHARACTER_CLASS}]*)?(\\+?\\d+)[${QUOTE_CHARACTER_CLASS},;]*$`,
	'i',
);
const EXTENSION_PATTERN =
	/^\D*\d+(?:[,;]*(?:e?xt(?:ensi(?:on|ó))?n?|x|int|anexo|доб)|[#~,;]+)[:=]*\d{1,7}#?$/i;
/** The first pattern matches a character that no number contains, the second a misplaced character. */
const UNEXPECTED_CHARACTER_PATTERNS = [
	new RegExp(`[^\\d+${QUOTE_CHARACTER_CLASS},;]`, 'u'),
	/(?<=\d)\D|(?<=\D)\D/u,
];

/** Forms that spreadsheets and other programs give to phones, each with the reason for the rejection. */
const REJECTED_FORMS: Array<[RegExp, reason: string, advice?: string]> = [
	[
		/^\d(?:[.,]\d+)?E\+?\d+$/i,
		'A spreadsheet has rounded the number',
		'Format the column as text, and enter all digits again.',
	],
	[
		/^(?:\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d|(?:19|20)\d\d([./-])\d{1,2}\2\d{1,2})(?!\d)/,
		'It is a date',
	],
	[
		/^[1-9]\d?[.)]\s[^.)]*$/,
		'It has a list number such as "1." before the phone',
		'Enter only the phone number.',
	],
	[/@g\.us$/i, 'It is a WhatsApp group, which has no phone', 'Enter the phone of a person.'],
	[
		/@(?:s\.whatsapp\.net|c\.us)$/i,
		'It is a WhatsApp address',
		'Enter + and the digits before @.',
	],
	[/^[^.]*\d{7}\.\d+$/, 'It has a fraction', 'Format the column as text.'],
	[/^[^/]*\/\s*\d{1,3}$/, 'It has an extension or a second number'],
];

/** The phones may be separated by commas, slashes, words or spaces. */
const hasTwoPhones = (text: string): boolean =>
	[/[,;:|/&+\n]|\p{L}+/u, /\s+/].some(
		(separator) =>
			text.split(separator).filter((part) => part.replace(/\D/g, '').length >= 7).length > 1,
	);

/** Expands 3.80671234567E11 to 380671234567. Returns undefined for rounded numbers and other texts. */
function tryExpandExponent(text: string): string | undefined {
	const [, first, decimals = '', exponent] = /^(\d)[.,](\d+)E\+?(\d+)$/i.exec(text.trim()) ?? [];
	return first && decimals.length === Number(exponent) ? first + decimals : undefined;
}

const MAX_ENTERED_LENGTH = 100;

/** Removes separators, but not the +. @throws ValidationError */
function parsePlusAndDigits(text: string): string {
	if (text.length > MAX_ENTERED_LENGTH) throw phoneError('It is longer than any phone number');
	if (hasTwoPhones(text))
		throw phoneError(
			'It has two numbers',
			'Enter one number, or create an item for each number.',
		);
	const altered = REJECTED_FORMS.find(([pattern]) => pattern.test(text.trim()));
	if (altered) throw phoneError(altered[1], altered[2]);
	const rest = text.replace(PHONE_SEPARATOR_PATTERN, '');
	const [, digits] = WRAPPED_NUMBER_PATTERN.exec(rest) ?? [];
	if (digits) return digits;
	if (!/\d/.test(rest)) throw phoneError('It has no digits');
	if (EXTENSION_PATTERN.test(rest))
		throw phoneError('It has an extension', 'Leave out the extension.');
	const [sign] = UNEXPECTED_CHARACTER_PATTERNS.map((pattern) => pattern.exec(rest)?.[0]).filter(
		Boolean,
	);
	throw phoneError(`It contains "${sign}"`, 'Enter only the number, without other text.');
}

/**
 * Splits a phone into international prefix and digits, and keeps the groups of digits as entered.
 *
 * @throws ValidationError
 */
export function readEnteredPhone(value: unknown): EnteredPhone {
	const entered = toAsciiDigits(requirePlainText(value, WRITE_PLUS_ADVICE));
	if (typeof value === 'number' && !Number.isInteger(value)) {
		throw phoneError('It is not a whole number');
	}
	if (Number(entered) < 0) throw phoneError('It is a negative number');
	const text = tryExpandExponent(entered) ?? entered;
	const number = /^\d+$/.test(text) ? text : parsePlusAndDigits(text);
	const [, plus = '', zeros = '', digits = ''] = /^(\+?)(00)?(.*)/.exec(number) ?? [];
	const groups = (text.match(/\d+/g) ?? []).join(' ').replace(/^00 ?/, '').split(' ');
	return { text, digits, internationalPrefix: plus || zeros, digitGroups: groups };
}
