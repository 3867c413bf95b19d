/**
 * Characters that cannot be seen, or that reorder what is: what Unicode ignores by default, formats with or
 * controls, its separators of lines, and the fillers that look like blanks without being any.
 */
const INVISIBLE = '\\p{DI}\\p{Cf}\\p{Cc}\\p{Zl}\\p{Zp}\\u{16fe4}\\u2800\\u{1d159}';

/** Scripts whose letters take another form beside a joiner. */
const JOINING = 'Arab Beng Deva Gujr Guru Khmr Knda Mlym Mymr Orya Sinh Taml Telu'
	.split(' ')
	.map((script) => `\\p{scx=${script}}`)
	.join('');

/** What makes an emoji or a letter another one, and is seen by that. */
const SEEN = [
	'\\p{ExtPict}\\ufe0f',
	'[0-9#*]\\ufe0f\\u20e3',
	'(?<=\\p{ExtPict}\\ufe0f?|\\p{EMod})\\u200d(?=\\p{ExtPict})',
	`(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])`,
];

const IN_ARGUMENT = new RegExp(`[${INVISIBLE}]|(?! )\\p{Zs}`, 'gu');
const IN_TEXT = new RegExp(`${SEEN.join('|')}|(?<invisible>(?![\\t\\r\\n])[${INVISIBLE}])`, 'gu');
const WITHOUT_INK = new RegExp(`^[\\s${INVISIBLE}]*$`, 'u');

/** As in JSON: one escape for each half of a character. */
const toEscape = (character: string): string =>
	character.replace(/[^]/g, (half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A name or an argument of a tool, with an escape for whatever is not seen; blanks of other widths too. */
export const showAll = (text: string): string => text.replace(IN_ARGUMENT, toEscape);

/** A text of the user, with an escape for what is not seen. Line breaks, emoji and joined letters stay. */
export const showInvisible = (text: string): string =>
	text.replace(IN_TEXT, (found: string, ...rest: unknown[]) => {
		const groups = rest.at(-1) as { invisible?: string };
		return groups.invisible === undefined ? found : toEscape(found);
	});

/** Whether nothing of a text can be seen. */
export const isInvisible = (text: string): boolean => WITHOUT_INK.test(text);
