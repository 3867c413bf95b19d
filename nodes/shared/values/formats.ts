import { asciiDigits } from './digits';

/** The allowed length of a value, for its parser and the reference. */
export interface Limits {
	unit: 'digits' | 'characters';
	min?: number;
	max: number;
}

/**
 * Describes an invalid value. `problem` completes a sentence that begins with the field's label; `advice` says
 * what to enter.
 */
export class ValidationError extends Error {
	constructor(
		readonly problem: string,
		readonly advice: string,
		/** The label of the field, if the caller does not know it. */
		readonly label?: string,
		/** Shown in full only in output items, because n8n logs errors. */
		readonly invalidValue?: unknown,
	) {
		super(problem);
	}
}

/** A failure that may pass: the same values may work later. */
export class UnavailableError extends ValidationError {}

/** An invalid value that does not identify a recipient, so an error may show it in full. */
export class UnmaskedError extends ValidationError {}

const addLabel = ({ problem, advice, invalidValue }: ValidationError, label?: string) =>
	new ValidationError(problem, advice, label, invalidValue);

/** Runs a check and adds the field's label to its error. @throws ValidationError */
export function withLabel<T>(label: string | undefined, check: () => T): T {
	try {
		return check();
	} catch (error) {
		throw addLabel(error as ValidationError, label);
	}
}

/**
 * Converts the value of a parameter to the form that the API documents.
 *
 * @param zone the workflow's time zone, e.g. `Europe/Kyiv`
 * @param countryCode the default country code, e.g. `380`; `+` if all phones include theirs
 * @param accountZone the time zone of the service's dates; undefined for the workflow's
 * @throws ValidationError
 */
export interface Parser {
	(value: unknown, zone: string, countryCode?: string, accountZone?: string): string | number;
	limits?: Limits;
	isSecret?: true;
}

/** Only spaces, line breaks and invisible characters. */
const BLANK = /^[\s\p{Cf}]*$/u;

/** Reports whether a value is empty. Empty optional parameters are not sent. */
export const isBlank = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && BLANK.test(value)) ||
	(Array.isArray(value) && value.every(isBlank));

/** Line breaks would start another line of the log, and some characters reorder the text that follows. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

const MAX_EXCERPT = 40;

/** Cuts between whole characters, so that no half of an emoji is left. */
function shorten(text: string): string {
	const characters = [...text.slice(0, 2 * MAX_EXCERPT + 2).replace(CONTROL, '�')];
	return characters.slice(0, MAX_EXCERPT).join('') + (characters.length > MAX_EXCERPT ? '…' : '');
}

/**
 * Formats a value for an error. Use it for phones, emails, texts and codes only in output items: n8n logs
 * errors.
 */
export const excerpt = (value: unknown): string => {
	if (isBlank(value)) return 'empty';
	if (typeof value === 'string') return `"${shorten(value.trim())}"`;
	if (typeof value !== 'object') return String(value);
	return Array.isArray(value) ? 'a list' : 'an object';
};

/** Maximum characters to mask. The local part of an email has at most 64. */
const MAX_MASKED = 200;

/** Digits of a phone, or of most of one. Values with fewer digits are not masked. */
const MANY_DIGITS = 7;

/** Matches phones in a text, also with spaces, dashes, dots and brackets. */
export const PHONE = /\+?\(?\p{Nd}(?:[\s()./\p{Pd}]{0,3}\p{Nd}){6,}/gu;

/**
 * Formats a value for an error that n8n may log. Hides the middle of phones and the local part of emails. The
 * rest is enough for the user to recognize the value.
 */
export function maskedExcerpt(value: unknown): string {
	if (typeof value !== 'string' || isBlank(value)) return masked(excerpt(value));
	// Masked before it is cut, because an email without its end would not be recognized.
	return excerpt(masked(value.trim().slice(0, MAX_MASKED)));
}

export function masked(text: string): string {
	const withoutNames = text.replace(/[^\s"@](?=[^\s"@]*@)(?<!(?:^|[\s"])\S)/g, '•');
	const digits = withoutNames.match(/\p{Nd}/gu)?.length ?? 0;
	if (digits < MANY_DIGITS) return withoutNames;
	let position = 0;
	return withoutNames.replace(/\p{Nd}/gu, (digit) => {
		position++;
		return position <= 3 || position > digits - 2 ? digit : '•';
	});
}

/** Half of an emoji, from a text that was cut. UTF-8 cannot encode it. */
const LONE_SURROGATE = /\p{Cs}/u;

/** Text that an expression writes for an object or an invalid date. */
const NO_VALUE =
	/\[object Object\]|Invalid DateTime|Invalid Date(?!\p{L}| (?:of|format|range|field|entered)\b)/u;

/** Reports whether JavaScript may have rounded this whole number. */
export const isRounded = (n: unknown) => Number.isInteger(n) && !Number.isSafeInteger(n);

const EXACT = 'Get it from the previous step as text, with all its digits.';

/** For a condition without an else branch, e.g. `{{ $json.vip && "Hello" }}`. */
const BOTH = 'Return a text in both cases, e.g. {{ $json.vip ? "Hello" : "Hi" }}.';

/** Returns the text of a string or number. Rejects everything else that JavaScript could convert to text. */
export const plainText = (value: unknown, advice: string): string => {
	if (isRounded(value)) throw new ValidationError('is a number that was rounded', EXACT);
	const isPlain =
		typeof value === 'number'
			? Number.isFinite(value)
			: ['string', 'bigint'].includes(typeof value);
	if (!isPlain) {
		const is = `is ${excerpt(value)}, not text`;
		throw new ValidationError(is, typeof value === 'boolean' ? BOTH : advice);
	}
	const entered = String(value);
	const mistake = NO_VALUE.exec(entered);
	if (mistake) throw new ValidationError(`contains ${mistake[0]} instead of a value`, advice);
	if (!LONE_SURROGATE.test(entered)) return entered;
	throw new ValidationError(
		'contains half of an emoji, because the text was cut there',
		'Cut the text between characters, e.g. with [...text].slice(0, 20).join("").',
	);
};

export const text: Parser = (value) =>
	plainText(value, 'Enter text, or select a single value from the item.');

/** Parses the ID of a record: a whole number of 1 or more. */
export const id: Parser = (value) => {
	if (isRounded(value)) {
		throw new ValidationError(`is ${excerpt(value)}, a number that was rounded`, EXACT);
	}
	const advice = 'Enter the ID as a whole number, e.g. 1363.';
	const entered = asciiDigits(plainText(value, advice)).trim();
	if (!/^0*[1-9]\d{0,18}$/.test(entered)) {
		throw new ValidationError(`is ${excerpt(entered)}, which is not an ID`, advice);
	}
	return Number.isSafeInteger(Number(entered)) ? Number(entered) : entered;
};

/** Parses a list from text with commas or spaces, a number or an array. Returns its entries joined by commas. */
export const listOf =
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

export const ids = listOf(id);

/** Converts a number or its text; NaN for anything else. */
export const numberOf = (value: unknown): number =>
	['number', 'string', 'bigint'].includes(typeof value) ? Number(value) : NaN;

/** Accepts a whole number in a range. `what` describes the number in errors, e.g. with its unit. */
export const integerBetween =
	(from: number, to: number, what = 'a whole number'): Parser =>
	(value) => {
		const rule = `${what} from ${from} to ${to}`;
		const entered = numberOf(value);
		if (Number.isInteger(entered) && entered >= from && entered <= to) return entered;
		throw new ValidationError(`is ${excerpt(value)}, which is not ${rule}`, `Enter ${rule}.`);
	};

/** Accepts a number of records: a whole number of 1 or more. */
export const positiveInteger: Parser = (value) => {
	const entered = numberOf(value);
	if (Number.isSafeInteger(entered) && entered >= 1) return entered;
	const problem = `is ${excerpt(value)}, which is not a whole number of 1 or more`;
	throw new ValidationError(problem, 'Enter how many records you want, e.g. 50.');
};
