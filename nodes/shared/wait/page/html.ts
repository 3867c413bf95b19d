/** Attributes of the page's own texts, whose language the page has, and of the user's texts in any language. */
export const OWN = 'dir="ltr"';
export const USER = 'lang="" dir="auto"';

/** As in JSON: one escape for each half of a character. */
export const toEscape = (character: string): string =>
	character.replace(/[^]/g, (half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A text as HTML, for elements and for quoted attributes. */
export const escapeHtml = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A text of the user as HTML. Characters that reorder text on the screen are shown as escapes. */
export const escapeText = (text: string): string =>
	escapeHtml(text.replace(/\p{Bidi_Control}/gu, toEscape));
