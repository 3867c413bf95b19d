import { escapeInvisible } from './invisible';

/** HTML attributes for built-in texts, and for texts from the user, whose language is unknown. */
export const BUILT_IN_TEXT = 'dir="ltr"';
export const USER_TEXT = 'lang="" dir="auto"';

/** Escapes a text for use in an HTML element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Escapes a text from the user for HTML, and replaces invisible characters by visible escapes. */
export const escapeText = (text: string): string => escapeHtml(escapeInvisible(text));
