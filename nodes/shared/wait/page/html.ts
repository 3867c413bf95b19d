import { showInvisible } from './invisible';

/** Attributes of the page's own texts, whose language the page has, and of the user's texts in any language. */
export const OWN = 'dir="ltr"';
export const USER = 'lang="" dir="auto"';

/** A text as HTML, for elements and for quoted attributes. */
export const escapeHtml = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A text of the user as HTML. Characters that are not seen, or that reorder text, are shown as escapes. */
export const escapeText = (text: string): string => escapeHtml(showInvisible(text));
