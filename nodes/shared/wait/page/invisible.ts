/**
 * Characters that are invisible or reorder text: default ignorable, format and control characters, line
 * separators, and fillers that look like spaces.
 */
const INVISIBLE = '\\p{DI}\\p{Cf}\\p{Cc}\\p{Zl}\\p{Zp}\\u{16fe4}\\u2800\\u{1d159}';

/** Scripts whose letters change their form next to a joiner. */
const JOINING_SCRIPTS = 'Arab Beng Deva Gujr Guru Khmr Knda Mlym Mymr Orya Sinh Taml Telu'
	.split(' ')
	.map((script) => `\\p{scx=${script}}`)
	.join('');

/** Sequences in which an otherwise invisible character changes an emoji or a letter. */
const VISIBLE_SEQUENCES = [
	'\\p{ExtPict}\\ufe0f',
	'[0-9#*]\\ufe0f\\u20e3',
	'(?<=\\p{ExtPict}\\ufe0f?|\\p{EMod})\\u200d(?=\\p{ExtPict})',
	`(?<=[${JOINING_SCRIPTS}])[\\u200c\\u200d](?=[${JOINING_SCRIPTS}])`,
];

const INVISIBLE_IN_ARGUMENT = new RegExp(`[${INVISIBLE}]|(?! )\\p{Zs}`, 'gu');
const INVISIBLE_IN_TEXT = new RegExp(
	`${VISIBLE_SEQUENCES.join('|')}|(?<invisible>(?![\\t\\r\\n])[${INVISIBLE}])`,
	'gu',
);
const ONLY_INVISIBLE = new RegExp(`^[\\s${INVISIBLE}]*$`, 'u');

/** Returns JSON escapes such as `\u200b`, one per UTF-16 code unit. */
const toEscape = (character: string): string =>
	character.replace(
		/[^]/g,
		(codeUnit) => `\\u${codeUnit.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);

/** Escapes all invisible characters and unusual spaces in the name or the arguments of a tool. */
export const escapeAllInvisible = (text: string): string =>
	text.replace(INVISIBLE_IN_ARGUMENT, toEscape);

/** Escapes invisible characters in a text from the user. Line breaks, emoji and joined letters are kept. */
export const escapeInvisible = (text: string): string =>
	text.replace(INVISIBLE_IN_TEXT, (found: string, ...rest: unknown[]) => {
		const groups = rest.at(-1) as { invisible?: string };
		return groups.invisible === undefined ? found : toEscape(found);
	});

export const isInvisible = (text: string): boolean => ONLY_INVISIBLE.test(text);
