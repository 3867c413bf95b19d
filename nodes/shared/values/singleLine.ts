import {
	ValidationError,
	describeValue,
	isRoundedNumber,
	commaJoiningParser,
	describeValueMaskingRecipients,
	type Parser,
	parseText,
} from './formats';

export const LINE_BREAK_PATTERN = /[\r\n\u0085\u2028\u2029]/;

/** `\s` does not match U+0085, the next-line character. */
const WHITESPACE_PATTERN = /[\s\u0085]/;

/** In characters. */
const MAX_EXCERPT_BEFORE_BREAK = 20;

/**
 * Trims the text. Rejects line breaks, because a line break in a subject or name would start another header or
 * row.
 */
export const parseSingleLine: Parser = (value, zone) => {
	const untrimmed = String(parseText(value, zone));
	let end = untrimmed.length;
	while (end > 0 && WHITESPACE_PATTERN.test(untrimmed[end - 1])) end--;
	const entered = untrimmed.slice(0, end).replace(/^[\s\u0085]+/, '');
	const at = entered.search(LINE_BREAK_PATTERN);
	if (at < 0) return entered;
	const preceding = describeValueMaskingRecipients(
		entered.slice(Math.max(0, at - MAX_EXCERPT_BEFORE_BREAK), at),
	);
	throw new ValidationError(
		`contains a line break after ${preceding}`,
		'Enter a single line of text.',
	);
};

/**
 * Matches the text of a missing value, which many messages would share as their key. Does not match the email
 * of a person named Null. Searches at most 64 characters for the @ of such an email.
 */
const MISSING_VALUE_PATTERN =
	/(?<![\p{L}\p{N}])(?:undefined|NaN|(?!null\.\S{0,64}@|(?<=\p{L}[.-])null@[^\s@]+\.\p{L})null)(?![\p{L}\p{N}])|Invalid Date/u;

/** In characters, enough for a URL or several IDs. */
const MAX_SEND_KEY_LENGTH = 1_000;

/**
 * Trims the text and normalizes Unicode. Rejects values such as `undefined` or `true`, because
 * several messages may share such a key by mistake, and only the first message would be sent.
 */
export const parseSendKey: Parser = (value, zone) => {
	const entered = String(value ?? '');
	if (entered.length > MAX_SEND_KEY_LENGTH) {
		const limit = `a key has at most ${MAX_SEND_KEY_LENGTH.toLocaleString('en')}`;
		throw new ValidationError(
			`has ${entered.length.toLocaleString('en')} characters; ${limit}`,
			'Use a shorter value that only this message has, e.g. its order ID.',
		);
	}
	if (
		typeof value !== 'boolean' &&
		!isRoundedNumber(value) &&
		!MISSING_VALUE_PATTERN.test(entered)
	) {
		return String(parseSingleLine(value, zone)).normalize();
	}
	const problem = `is ${describeValue(value)}, which may also be the key of other messages`;
	throw new ValidationError(
		problem,
		'Use a value that only this message has, e.g. its order ID.',
	);
};
parseSendKey.lengthLimits = { unit: 'characters', max: MAX_SEND_KEY_LENGTH };

/**
 * Returns an ID or name exactly as entered, e.g. `00123`. Rejects numbers that JavaScript may have rounded.
 */
export const parseExactId: Parser = (value, zone) => {
	const isInexact = typeof value === 'number' && !Number.isSafeInteger(value);
	if (typeof value === 'boolean' || isInexact) {
		const advice = 'Enter the ID or the name as shown by the service.';
		throw new ValidationError(
			`is ${describeValue(value)}, which is not an ID or a name`,
			advice,
		);
	}
	return parseSingleLine(value, zone);
};

const ID_SEPARATOR_PATTERN = /[\s,;]/;
/** Matches the punctuation of an array that was converted to text. */
const ARRAY_PUNCTUATION_PATTERN = /[[\]{}"]/;

/** Each entry of an array must be a single ID. */
export const parseExactIdsAsText: Parser = (value, zone) => {
	const wrong = [value].flat().find((entry) => {
		const entered = String(entry).trim();
		return (
			ARRAY_PUNCTUATION_PATTERN.test(entered) ||
			(Array.isArray(value) && ID_SEPARATOR_PATTERN.test(entered))
		);
	});
	if (wrong === undefined) return commaJoiningParser(parseExactId)(value, zone);
	const problem = `contains ${describeValue(wrong)}, which is not a single ID`;
	const advice = 'Enter IDs separated by commas, or an array with one ID per entry.';
	throw new ValidationError(problem, advice);
};

/** Matches line breaks and control characters, which could forge log lines or control a terminal. */
const CONTROL_CHARACTERS_PATTERN = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Matches characters that reorder the text after them. */
const DIRECTION_CONTROLS_PATTERN = /\p{Bidi_Control}+/gu;

/** Puts text from the service on one line, for errors, logs and lists in the editor. */
export const toSingleLine = (words: string): string =>
	words.replace(DIRECTION_CONTROLS_PATTERN, '').replace(CONTROL_CHARACTERS_PATTERN, ' ');
