import { escapeInvisible } from './invisible';

/** Attributes for built-in texts, and for texts of the user, whose language is unknown. */
export const BUILT_IN_TEXT = 'dir="ltr"';
export const USER_TEXT = 'lang="" dir="auto"';

/** Escapes a text for HTML elements and quoted attributes. */
export const escapeHtml = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Escapes a text of the user for HTML, and makes invisible characters visible. */
export const escapeText = (text: string): string => escapeHtml(escapeInvisible(text));
