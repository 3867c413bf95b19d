import { asciiDigits } from './digits';

/** How long a value may be: what its parser checks, and what the reference says. */
export interface Limits {
	unit: 'digits' | 'characters';
	min?: number;
	max: number;
}

/** What is wrong with a value, to be read after the field's label, and what to enter instead. */
export class ValidationError extends Error {
	constructor(
		readonly problem: string,
		readonly advice: string,
		/** Label of the field, if the caller does not know it. */
		readonly label?: string,
		/** The value that is wrong. Only output items show it, because n8n logs errors. */
		readonly invalidValue?: unknown,
	) {
		super(problem);
	}
}

/** A failure that may pass: the same values may work later. */
export class UnavailableError extends ValidationError {}

/** An invalid value that is about no recipient, so that an error shows it whole. */
export class UnmaskedError extends ValidationError {}

const addLabel = ({ problem, advice, invalidValue }: ValidationError, label?: string) =>
	new ValidationError(problem, advice, label, invalidValue);

/** Runs a check for a field. @throws ValidationError with the label of the field */
export function withLabel<T>(label: string | undefined, check: () => T): T {
	try {
		return check();
	} catch (error) {
		throw addLabel(error as ValidationError, label);
	}
}

/**
 * Turns a parameter's value into the form that the API documents.
 *
 * @param zone the workflow's time zone, e.g. `Europe/Kyiv`
 * @param countryCode the default country code, e.g. `380`; `+` if all phones include theirs
 * @param accountZone the time zone of the service's dates; undefined for the workflow's
 * @throws ValidationError
 */
export interface Parser {
	(value: unknown, zone: string, countryCode?: string, accountZone?: string): string | number;
	limits?: Limits;
	/** Whether no output may show the value. */
	isSecret?: true;
}

/** Nothing that a recipient could see: spaces, line breaks and zero-width characters. */
const BLANK = /^[\s\p{Cf}]*$/u;

/** Whether a value is empty. Optional parameters without a value are not sent. */
export const isBlank = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && BLANK.test(value)) ||
	(Array.isArray(value) && value.every(isBlank));

/** A line break would begin another line of the log, and some marks reorder the text behind them. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Characters that an error shows of a value. */
const MAX_EXCERPT = 40;

/** By whole characters: a half of an emoji is none. */
function shorten(text: string): string {
	const characters = [...text.slice(0, 2 * MAX_EXCERPT + 2).replace(CONTROL, '�')];
	return characters.slice(0, MAX_EXCERPT).join('') + (characters.length > MAX_EXCERPT ? '…' : '');
}

/** A value as errors show it. Only in output items for phones, emails, texts and codes: n8n logs errors. */
export const excerpt = (value: unknown): string => {
	if (isBlank(value)) return 'empty';
	if (typeof value === 'string') return `"${shorten(value.trim())}"`;
	if (typeof value !== 'object') return String(value);
	return Array.isArray(value) ? 'a list' : 'an object';
};

/** Characters that are searched for what to mask: a name in an email has 64 at most. */
const MAX_MASKED = 200;

/** Digits of which a phone, or most of one, can have been made. */
const MANY_DIGITS = 7;

/** What may be a phone in a text, as people write it too, with blanks, dashes, dots and brackets. */
export const PHONE = /\+?\(?\p{Nd}(?:[\s()./\p{Pd}]{0,3}\p{Nd}){6,}/gu;

/**
 * A value as an error shows it that n8n may log: without the middle of what may be a phone, and without
 * the name in what may be an email. Who has entered it knows it by the rest.
 */
export function maskedExcerpt(value: unknown): string {
	if (typeof value !== 'string' || isBlank(value)) return masked(excerpt(value));
	// Before it is cut: without its end, it is not recognised.
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

/** Half of an emoji, from a text that was cut. UTF-8 has no bytes for it. */
const LONE_SURROGATE = /\p{Cs}/u;

/** What an expression puts into a text for an object, and for a date that is none. */
const NO_VALUE =
	/\[object Object\]|Invalid DateTime|Invalid Date(?!\p{L}| (?:of|format|range|field|entered)\b)/u;

/** Whether a value is a whole number that JavaScript may have rounded to another one. */
export const isRounded = (n: unknown) => Number.isInteger(n) && !Number.isSafeInteger(n);

const EXACT = 'Take it as text from the step before, with all its digits.';

/** A condition without its other case, e.g. `{{ $json.vip && "Hello" }}`. */
const BOTH = 'Return a text in both cases, e.g. {{ $json.vip ? "Hello" : "Hi" }}.';

/** The text of a string or number. JavaScript can make a text of everything else too. */
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
	if (mistake) throw new ValidationError(`contains ${mistake[0]} in place of a value`, advice);
	if (!LONE_SURROGATE.test(entered)) return entered;
	throw new ValidationError(
		'contains half of an emoji, because the text was cut there',
		'Cut the text between characters, e.g. with [...text].slice(0, 20).join("").',
	);
};

export const text: Parser = (value) =>
	plainText(value, 'Enter text, or select a single value from the item.');

/** A whole number of 1 or more, as the service numbers its records. */
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

/** Values separated by commas, from text with commas or spaces, a number, or an array. */
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

/** NaN for what is neither a number nor the text of one. */
export const numberOf = (value: unknown): number =>
	['number', 'string', 'bigint'].includes(typeof value) ? Number(value) : NaN;

/** A whole number in a range. `what` names it if its unit matters. */
export const integerBetween =
	(from: number, to: number, what = 'a whole number'): Parser =>
	(value) => {
		const rule = `${what} from ${from} to ${to}`;
		const entered = numberOf(value);
		if (Number.isInteger(entered) && entered >= from && entered <= to) return entered;
		throw new ValidationError(`is ${excerpt(value)}, which is not ${rule}`, `Enter ${rule}.`);
	};

/** A number of records: a whole number of 1 or more. */
export const positiveInteger: Parser = (value) => {
	const entered = numberOf(value);
	if (Number.isSafeInteger(entered) && entered >= 1) return entered;
	const problem = `is ${excerpt(value)}, which is not a whole number of 1 or more`;
	throw new ValidationError(problem, 'Enter how many records you want, e.g. 50.');
};
