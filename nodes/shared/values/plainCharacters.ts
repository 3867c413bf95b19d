import { encodingOf } from './smsParts';

/** Characters of GSM-7, each with the typographic ones that it replaces. `docs/templates-and-files.md` has them as a table. */
const REPLACEMENTS: Record<string, string> = {
	// Quotation marks and double primes.
	'"': '\u00ab\u00bb\u201c\u201d\u201e\u201f\u2033\u2036\u02ba',
	// Single quotation marks, apostrophes and primes.
	"'": '\u2018\u2019\u201a\u201b\u2039\u203a\u02bc\u02bb\u00b4\u2032\u2035\u02b9',
	"'''": '\u2034\u2037',
	// Hyphens, dashes and the minus sign, and bullets.
	'-': '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2022\u2023\u2043\u2219\u25aa\u25cf\u25e6\u00b7',
	'...': '\u2026',
	// Tabs and blanks of other widths.
	' ': '\t\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
};

const PLAIN = new Map(
	Object.entries(REPLACEMENTS).flatMap(([plain, special]) =>
		[...special].map((one): [string, string] => [one, plain]),
	),
);
const SPECIAL = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'g');

/** The text with plain characters if all of it then fits GSM-7, else the text as it is. */
export function withPlainCharacters(text: string): string {
	const plain = text.replace(SPECIAL, (one) => PLAIN.get(one) ?? one);
	return encodingOf([...plain]).encoding === 'GSM-7' ? plain : text;
}
