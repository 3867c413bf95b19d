import { escapeInvisible } from './invisible';

/** User texts get `lang=""`, because their language is unknown. */
export const BUILT_IN_TEXT_ATTRIBUTES = 'dir="ltr"';
export const USER_TEXT_ATTRIBUTES = 'lang="" dir="auto"';

/** Escapes a text for an HTML element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Escapes a text for HTML, and replaces invisible characters by visible escapes. */
export const escapeUserText = (text: string): string => escapeHtml(escapeInvisible(text));
