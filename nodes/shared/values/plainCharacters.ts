import { detectSmsEncoding } from './smsParts';

/** `docs/templates-and-files.md` lists these replacements. */
const SPECIALS_BY_PLAIN: Record<string, string> = {
	// Quotation marks and double primes.
	'"': '\u00ab\u00bb\u201c\u201d\u201e\u201f\u2033\u2036\u02ba',
	// Single quotation marks, apostrophes and primes.
	"'": '`\u2018\u2019\u201a\u201b\u2039\u203a\u02bc\u02bb\u00b4\u2032\u2035\u02b9',
	"'''": '\u2034\u2037',
	// Hyphens, dashes and the minus sign, and bullets.
	'-': '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2022\u2023\u2043\u2219\u25aa\u25cf\u25e6\u00b7',
	'...': '\u2026',
	// Next line, line separator and paragraph separator.
	'\n': '\u0085\u2028\u2029',
	// Tabs and spaces of other widths.
	' ': '\t\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
};

const PLAIN_BY_SPECIAL = new Map(
	Object.entries(SPECIALS_BY_PLAIN).flatMap(([plain, special]) =>
		[...special].map((character): [string, string] => [character, plain]),
	),
);
const SPECIAL_CHARACTER_PATTERN = new RegExp(`[${[...PLAIN_BY_SPECIAL.keys()].join('')}]`, 'g');

/** Does not match Hangul fillers, because they have a width. */
const ZERO_WIDTH_PATTERN = /(?![\u115f\u1160\u3164\uffa0])\p{Default_Ignorable_Code_Point}/gu;

const toPlainCharacters = (text: string): string =>
	text
		.replace(ZERO_WIDTH_PATTERN, '')
		.normalize()
		.replace(
			SPECIAL_CHARACTER_PATTERN,
			(character) => PLAIN_BY_SPECIAL.get(character) ?? character,
		);

/** Returns the text unchanged if a character that is not in GSM-7 would remain. */
export function replaceIfFitsGsm7(text: string): string {
	const plain = toPlainCharacters(text);
	return detectSmsEncoding([...plain]).encoding === 'GSM-7' ? plain : text;
}

/**
 * Describes the first character that GSM-7 lacks, e.g. `"ї" U+0457 at position 3`.
 *
 * @param replaces whether Replace Special Characters is on
 * @returns undefined if GSM-7 has all characters
 */
export function describeNonGsm7Character(text: string, replaces: boolean): string | undefined {
	const { cause } = detectSmsEncoding([...(replaces ? toPlainCharacters(text) : text)]);
	if (!cause) return undefined;
	const { character } = cause;
	// `indexOf` fails if the entered text has two characters instead of the composed character.
	const position = [...text].indexOf(character) + 1 || cause.position;
	const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	const quoted = /[\p{C}\p{Z}\p{M}]/u.test(character) ? '' : `"${character}" `;
	return `${quoted}U+${code} at position ${position}`;
}
