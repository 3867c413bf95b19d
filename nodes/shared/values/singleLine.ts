import {
	ValidationError,
	excerpt,
	isRounded,
	listOf,
	maskedExcerpt,
	type Parser,
	text,
} from './formats';

export const LINE_BREAK = /[\r\n\u0085\u2028\u2029]/;

/** Blanks and line breaks, as they are at the ends of a value that was pasted. */
const BLANKS = /[\s\u0085]/;

/** Characters before a line break that an error shows. */
const MAX_PRECEDING = 20;

/**
 * Text of one line, without blanks and line breaks at its ends. One within a subject or a name would start a
 * header, or a row, of its own.
 */
export const singleLine: Parser = (value, zone) => {
	const untrimmed = String(text(value, zone));
	let end = untrimmed.length;
	while (end > 0 && BLANKS.test(untrimmed[end - 1])) end--;
	const entered = untrimmed.slice(0, end).replace(/^[\s\u0085]+/, '');
	const at = entered.search(LINE_BREAK);
	if (at < 0) return entered;
	const preceding = maskedExcerpt(entered.slice(Math.max(0, at - MAX_PRECEDING), at));
	throw new ValidationError(
		`contains a line break after ${preceding}`,
		'Enter a single line of text.',
	);
};

/**
 * What an expression makes of a value that is not there: many messages would have the same key. An email
 * address may be that of a person called Null: what is before its @ has 64 characters at most.
 */
const NO_KEY =
	/(?<![\p{L}\p{N}])(?:undefined|NaN|(?!null\.\S{0,64}@|(?<=\p{L}[.-])null@[^\s@]+\.\p{L})null)(?![\p{L}\p{N}])|Invalid Date/u;

/** Characters of a key: enough for a URL, or for several IDs. */
const MAX_KEY = 1_000;

/**
 * What tells one message from another. A blank beside it, or another form of the same letter, is the
 * same key. What several messages would share by mistake is wrong: they would not be sent.
 */
export const sendKey: Parser = (value, zone) => {
	const entered = String(value ?? '');
	if (entered.length > MAX_KEY) {
		const limit = `a key has at most ${MAX_KEY.toLocaleString('en')}`;
		throw new ValidationError(
			`has ${entered.length.toLocaleString('en')} characters; ${limit}`,
			'Use a shorter value that only this message has, e.g. its order ID.',
		);
	}
	if (typeof value !== 'boolean' && !isRounded(value) && !NO_KEY.test(entered)) {
		return String(singleLine(value, zone)).normalize();
	}
	const problem = `is ${excerpt(value)}, which other messages may have too`;
	throw new ValidationError(problem, 'Use a text that only this message has, e.g. its order ID.');
};
sendKey.limits = { unit: 'characters', max: MAX_KEY };

/** An ID or a name of the service as it was given, e.g. `00123`; a number only if it is exact. */
export const exactId: Parser = (value, zone) => {
	const isInexact = typeof value === 'number' && !Number.isSafeInteger(value);
	if (typeof value === 'boolean' || isInexact) {
		const advice = 'Enter the ID or the name as the service shows it.';
		throw new ValidationError(`is ${excerpt(value)}, which is not an ID or a name`, advice);
	}
	return singleLine(value, zone);
};

/** What is between IDs, and what an array has around them when it was made a text. */
const SEPARATOR = /[\s,;]/;
const ARRAY_SYNTAX = /[[\]{}"]/;

/** The same for several IDs. In an array each entry is one ID, which would be several with a comma in it. */
export const exactIds: Parser = (value, zone) => {
	const wrong = [value].flat().find((entry) => {
		const entered = String(entry).trim();
		return ARRAY_SYNTAX.test(entered) || (Array.isArray(value) && SEPARATOR.test(entered));
	});
	if (wrong === undefined) return listOf(exactId)(value, zone);
	const problem = `contains ${excerpt(wrong)}, which is not one ID`;
	const advice = 'Enter IDs separated by commas, or an array with an ID in each entry.';
	throw new ValidationError(problem, advice);
};

/** A line break begins another line of a log, and an escape sequence moves what a terminal shows. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Marks that show the text behind them in another order. */
const REORDERS = /\p{Bidi_Control}+/gu;

/** Words of the service in one line, as an error, an error item, a list of the editor and a log show them. */
export const toSingleLine = (words: string): string =>
	words.replace(REORDERS, '').replace(CONTROL, ' ');
