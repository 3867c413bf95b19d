import { toAsciiDigits } from './digits';

export interface LengthLimits {
	unit: 'digits' | 'characters';
	min?: number;
	max: number;
}

/**
 * An invalid value. `problem` completes a sentence that begins with the field's label. `advice` says what to
 * enter.
 */
export class ValidationError extends Error {
	constructor(
		readonly problem: string,
		readonly advice: string,
		/** Undefined if the caller adds the label. */
		readonly label?: string,
		/**
		 * Masked in errors, because n8n logs errors. Unmasked in UnmaskedValueError and in output
		 * items.
		 */
		readonly invalidValue?: unknown,
	) {
		super(problem);
	}
}

/** A failure that may be temporary: the same value may be accepted later. */
export class TemporaryError extends ValidationError {}

/** An error whose value is shown unmasked, because the value does not identify a recipient. */
export class UnmaskedValueError extends ValidationError {}

const copyWithLabel = ({ problem, advice, invalidValue }: ValidationError, label?: string) =>
	new ValidationError(problem, advice, label, invalidValue);

/** Adds the label of the field to the ValidationError that a check throws. */
export function runWithLabel<T>(label: string | undefined, check: () => T): T {
	try {
		return check();
	} catch (error) {
		throw copyWithLabel(error as ValidationError, label);
	}
}

/**
 * Validates the value of a parameter, and converts the value to the form that the API documents.
 *
 * @param zone the workflow's time zone, e.g. `Europe/Kyiv`
 * @param countryCode the default country code, e.g. `380`; `+` if all phones include their country code
 * @param accountZone the time zone of the service's dates; undefined means `zone`
 * @throws ValidationError
 */
export interface Parser {
	(value: unknown, zone: string, countryCode?: string, accountZone?: string): string | number;
	lengthLimits?: LengthLimits;
	isSecret?: true;
}

const BLANK_TEXT_PATTERN = /^[\s\p{Cf}]*$/u;

export const isBlank = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && BLANK_TEXT_PATTERN.test(value)) ||
	(Array.isArray(value) && value.every(isBlank));

/**
 * Matches control characters, which could forge log lines, and characters that reorder the text after them.
 */
const LOG_UNSAFE_CHARACTER_PATTERN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

const MAX_EXCERPT_LENGTH = 40;

/** Never cuts within an emoji. */
function sanitizeAndShorten(text: string): string {
	const characters = [
		...text.slice(0, 2 * MAX_EXCERPT_LENGTH + 2).replace(LOG_UNSAFE_CHARACTER_PATTERN, '�'),
	];
	return (
		characters.slice(0, MAX_EXCERPT_LENGTH).join('') +
		(characters.length > MAX_EXCERPT_LENGTH ? '…' : '')
	);
}

/**
 * Formats a value for the text of an error. n8n logs errors that are thrown, so use this function for phones,
 * emails, texts and codes only if the error becomes an output item.
 */
export const describeValue = (value: unknown): string => {
	if (isBlank(value)) return 'empty';
	if (typeof value === 'string') return `"${sanitizeAndShorten(value.trim())}"`;
	if (typeof value !== 'object') return String(value);
	return Array.isArray(value) ? 'a list' : 'an object';
};

/**
 * In characters. Enough for an excerpt and a local part, so that an email at the end of the excerpt
 * is recognized.
 */
const MAX_LENGTH_BEFORE_MASKING = 200;

/** A text with fewer digits than this contains no phone. */
const MIN_DIGITS_TO_MASK = 7;

/** Matches phones in a text, also with spaces, dashes, dots and brackets. */
export const PHONE_IN_TEXT_PATTERN = /\+?\(?\p{Nd}(?:[\s()./\p{Pd}]{0,3}\p{Nd}){6,}/gu;

/**
 * Formats a value for an error that n8n may log. Masks phones, and the part of emails before the @, except for
 * a few characters by which the user recognizes the recipient.
 */
export function describeValueMaskingRecipients(value: unknown): string {
	if (typeof value !== 'string' || isBlank(value)) return maskRecipientsIn(describeValue(value));
	// Masks before shortening, because an email that is cut before the @ would not be recognized.
	return describeValue(maskRecipientsIn(value.trim().slice(0, MAX_LENGTH_BEFORE_MASKING)));
}

export function maskRecipientsIn(text: string): string {
	const withoutNames = text.replace(/[^\s"@](?=[^\s"@]*@)(?<!(?:^|[\s"])\S)/g, '•');
	const digits = withoutNames.match(/\p{Nd}/gu)?.length ?? 0;
	if (digits < MIN_DIGITS_TO_MASK) return withoutNames;
	let position = 0;
	return withoutNames.replace(/\p{Nd}/gu, (digit) => {
		position++;
		return position <= 3 || position > digits - 2 ? digit : '•';
	});
}

/** Matches half an emoji, e.g. at the end of a text that was cut. UTF-8 cannot encode half an emoji. */
const LONE_SURROGATE_PATTERN = /\p{Cs}/u;

/** Matches the text that JavaScript makes of an object or an invalid date. */
const STRINGIFIED_OBJECT_PATTERN =
	/\[object Object\]|Invalid DateTime|Invalid Date(?!\p{L}| (?:of|format|range|field|entered)\b)/u;

export const isRoundedNumber = (n: unknown) => Number.isInteger(n) && !Number.isSafeInteger(n);

const ROUNDED_NUMBER_ADVICE = 'Get the number from the previous step as text, with all its digits.';

/** Advice for an expression without an else branch, e.g. `{{ $json.vip && "Hello" }}`. */
const MISSING_ELSE_ADVICE =
	'Return text both if the condition is true and if it is false, e.g. {{ $json.vip ? "Hello" : "Hi" }}.';

/**
 * Returns a string or number as text. Rejects other values, although JavaScript could convert them.
 *
 * @throws ValidationError
 */
export const requirePlainText = (value: unknown, advice: string): string => {
	if (isRoundedNumber(value))
		throw new ValidationError('is a number that was rounded', ROUNDED_NUMBER_ADVICE);
	const isPlain =
		typeof value === 'number'
			? Number.isFinite(value)
			: ['string', 'bigint'].includes(typeof value);
	if (!isPlain) {
		const is = `is ${describeValue(value)}, not text`;
		throw new ValidationError(is, typeof value === 'boolean' ? MISSING_ELSE_ADVICE : advice);
	}
	const entered = String(value);
	const mistake = STRINGIFIED_OBJECT_PATTERN.exec(entered);
	if (mistake) throw new ValidationError(`contains ${mistake[0]} instead of a value`, advice);
	if (!LONE_SURROGATE_PATTERN.test(entered)) return entered;
	throw new ValidationError(
		'contains half of an emoji, because the text was cut there',
		'Cut the text between characters, e.g. with [...text].slice(0, 20).join("").',
	);
};

export const parseText: Parser = (value) =>
	requirePlainText(value, 'Enter text, or select a single value from the item.');

/** An ID that JavaScript would round stays a string. */
export const parseId: Parser = (value) => {
	if (isRoundedNumber(value)) {
		throw new ValidationError(
			`is ${describeValue(value)}, a number that was rounded`,
			ROUNDED_NUMBER_ADVICE,
		);
	}
	const advice = 'Enter the ID as a whole number, e.g. 1363.';
	const entered = toAsciiDigits(requirePlainText(value, advice)).trim();
	if (!/^0*[1-9]\d{0,18}$/.test(entered)) {
		throw new ValidationError(`is ${describeValue(entered)}, which is not an ID`, advice);
	}
	return Number.isSafeInteger(Number(entered)) ? Number(entered) : entered;
};

/**
 * Returns a parser of lists: an array, a number, or text with commas or spaces. The parser returns the
 * entries joined by commas.
 */
export const commaJoiningParser =
	(parseEntry: Parser): Parser =>
	(value, zone) => {
		const entries = (Array.isArray(value) ? value : [value]).flatMap((entry: unknown) =>
			typeof entry === 'string'
				? entry.split(/[\s,;]+/).filter((part) => part !== '')
				: [entry],
		);
		if (entries.length === 0)
			throw new ValidationError('contains no ID', 'Enter one or more IDs, e.g. 5012, 5013.');
		return entries.map((entry) => parseEntry(entry, zone)).join(',');
	};

export const parseIdsAsText = commaJoiningParser(parseId);

/** `Number` would also convert booleans, null and lists. */
export const toNumberOrNaN = (value: unknown): number =>
	['number', 'string', 'bigint'].includes(typeof value) ? Number(value) : NaN;

/** @param what names the number in errors, e.g. `a whole number of minutes` */
export const integerParser =
	(from: number, to: number, what = 'a whole number'): Parser =>
	(value) => {
		const rule = `${what} from ${from} to ${to}`;
		const entered = toNumberOrNaN(value);
		if (Number.isInteger(entered) && entered >= from && entered <= to) return entered;
		throw new ValidationError(
			`is ${describeValue(value)}, which is not ${rule}`,
			`Enter ${rule}.`,
		);
	};

export const parseRecordLimit: Parser = (value) => {
	const entered = toNumberOrNaN(value);
	if (Number.isSafeInteger(entered) && entered >= 1) return entered;
	const problem = `is ${describeValue(value)}, which is not a whole number of 1 or more`;
	throw new ValidationError(problem, 'Enter how many records you want, e.g. 50.');
};
