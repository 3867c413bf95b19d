/** Attributes of the page's own texts, which are English, and of the user's texts in any language. */
export const OWN = 'lang="en" dir="ltr"';
export const USER = 'lang="" dir="auto"';

/** A text as HTML, for elements and for quoted attributes. */
export const escapeHtml = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
