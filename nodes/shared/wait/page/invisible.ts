/**
 * Default ignorable, format and control characters, line separators, and fillers that look like spaces. Some
 * of these characters reorder text.
 */
const INVISIBLE_CHARACTER_CLASS = '\\p{DI}\\p{Cf}\\p{Cc}\\p{Zl}\\p{Zp}\\u{16fe4}\\u2800\\u{1d159}';

/** Writing systems whose letters change their form next to a joiner. */
const JOINING_SCRIPTS_CLASS = 'Arab Beng Deva Gujr Guru Khmr Knda Mlym Mymr Orya Sinh Taml Telu'
	.split(' ')
	.map((script) => `\\p{scx=${script}}`)
	.join('');

/** Sequences in which an otherwise invisible character changes an emoji or a letter. */
const VISIBLE_SEQUENCE_PATTERNS = [
	'\\p{ExtPict}\\ufe0f',
	'[0-9#*]\\ufe0f\\u20e3',
	'(?<=\\p{ExtPict}\\ufe0f?|\\p{EMod})\\u200d(?=\\p{ExtPict})',
	`(?<=[${JOINING_SCRIPTS_CLASS}])[\\u200c\\u200d](?=[${JOINING_SCRIPTS_CLASS}])`,
];

const INVISIBLE_IN_TOOL_PATTERN = new RegExp(`[${INVISIBLE_CHARACTER_CLASS}]|(?! )\\p{Zs}`, 'gu');
const INVISIBLE_IN_TEXT_PATTERN = new RegExp(
	`${VISIBLE_SEQUENCE_PATTERNS.join('|')}|(?<invisible>(?![\\t\\r\\n])[${INVISIBLE_CHARACTER_CLASS}])`,
	'gu',
);
const ONLY_INVISIBLE_PATTERN = new RegExp(`^[\\s${INVISIBLE_CHARACTER_CLASS}]*$`, 'u');

/** Returns JSON escapes such as `\u200b`, one per UTF-16 code unit. */
const toJsonEscapes = (character: string): string =>
	character.replace(
		/[^]/g,
		(codeUnit) => `\\u${codeUnit.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);

/** Escapes all invisible characters and unusual spaces in the name or the arguments of a tool. */
export const escapeAllInvisible = (text: string): string =>
	text.replace(INVISIBLE_IN_TOOL_PATTERN, toJsonEscapes);

/** Escapes invisible characters, but keeps line breaks, emoji and joined letters. */
export const escapeInvisible = (text: string): string =>
	text.replace(INVISIBLE_IN_TEXT_PATTERN, (found: string, ...rest: unknown[]) => {
		const groups = rest.at(-1) as { invisible?: string };
		return groups.invisible === undefined ? found : toJsonEscapes(found);
	});

export const hasOnlyInvisibleCharacters = (text: string): boolean =>
	ONLY_INVISIBLE_PATTERN.test(text);
