import { escapeHtml } from './page/html';
import type { Words } from './page/languages';

/** Inline, because mail clients drop other styles. The colors are those of the page. */
const BUTTON =
	'display:inline-block;padding:12px 24px;border-radius:8px;background-color:#17663a;color:#ffffff;font-weight:bold;text-decoration:none';

/** A part of an email: a button, and the link as text for a client that shows no button. */
export function linkHtml(link: string, { respond, openLink }: Words): string {
	const url = link.replace(/&/g, '&amp;');
	return `<p dir="ltr"><a href="${url}" style="${BUTTON}">${respond}</a></p>
<p dir="ltr">${openLink}<br>
<a href="${url}" style="word-break:break-all">${url}</a></p>`;
}

/** A plain text as a part of an HTML email. */
export const htmlOfText = (text: string): string =>
	`<p dir="auto">${escapeHtml(text).replace(/\r\n?|\n/g, '<br>$&')}</p>\n`;
