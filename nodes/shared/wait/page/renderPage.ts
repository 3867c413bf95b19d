import { escapeHtml } from './html';
import { readLanguage, type PageLanguage } from './language';
import { questionForm } from './questionForm';
import { STYLE } from './style';
import type { PageTexts, WaitPage } from './types';

/** Characters that reorder text on the screen, break its lines, or cannot be seen. */
const DECEPTIVE = /[\p{Bidi_Control}\p{Zl}\p{Zp}\u200b\u2060\ufeff\u{e0000}-\u{e0fff}]/gu;

/** As in JSON: one escape for each half of a character. */
const toEscape = (character: string): string =>
	character.replace(/[^]/g, (half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A tool's name or arguments, which may say no more than is seen. */
const plain = (text: string): string => escapeHtml(text.replace(DECEPTIVE, toEscape));

function toolOf({ tool }: PageTexts, { ownText, wording }: PageLanguage): string {
	if (!tool) return '';
	// All of the arguments, without a scroll bar of their own: what is out of sight may be approved.
	return `<h2 ${ownText}>${wording.tool}: <bdi>${plain(tool.name)}</bdi></h2>
<pre dir="ltr" lang="" role="region" aria-label="${wording.arguments}">${plain(tool.arguments)}</pre>`;
}

const paragraph = (text = '', attributes: string): string =>
	text.trim() ? `<p class="text" ${attributes}>${escapeHtml(text)}</p>` : '';

/** What was decided and when, as a list of terms. */
function decisionOf(page: WaitPage, { ownText, userText, wording }: PageLanguage): string {
	if (!('decision' in page)) return '';
	const term = (name: string) => `<dt ${ownText}>${name}</dt>`;
	const time = 'respondedAt' in page ? timeOf(page.respondedAt) : undefined;
	return `${paragraph(page.texts.title, userText)}
<dl>${term(wording.response)}<dd ${userText}>${escapeHtml(page.decision)}</dd>
${time ? `${term(wording.time)}<dd dir="ltr">${time}</dd>` : ''}</dl>`;
}

/** `2026-11-22T15:17:51.000Z` is shown as `2026-11-22 15:17 UTC`. */
function timeOf(iso: string): string {
	const shown = `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
	return `<time datetime="${escapeHtml(iso)}">${escapeHtml(shown)}</time>`;
}

/** The heading and what is under it. Old and invalid links show no text of the user. */
function contentOf(page: WaitPage, language: PageLanguage): [heading: string, content: string] {
	const { ownText, userText, wording } = language;
	if (page.kind !== 'question') {
		const [heading, text] = wording[page.kind];
		const content = `<h1 ${ownText}>${heading}</h1>
${decisionOf(page, language)}<p ${ownText}>${text}</p>`;
		return [heading, content];
	}
	const { title, message } = page.texts;
	const [heading, attributes] = title?.trim() ? [title, userText] : [wording.question, ownText];
	const content = `<h1 ${attributes}>${escapeHtml(heading)}</h1>
${paragraph(message, userText)}
${toolOf(page.texts, language)}
${questionForm(page, language)}`;
	return [page.error ? `${wording.error}: ${heading}` : heading, content];
}

/** The whole HTML page. Serve it with `PAGE_HEADERS`. */
export function renderPage(page: WaitPage): string {
	const language = readLanguage(page.texts);
	const [heading, content] = contentOf(page, language);
	return `<!doctype html>
<html ${language.page}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(heading)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}
