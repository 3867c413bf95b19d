import { escapeHtml, escapeText, OWN, toEscape, USER } from './html';
import { PAGE_POLICY } from './headers';
import { questionForm } from './questionForm';
import { STYLE } from './style';
import type { PageTexts, WaitPage } from './types';
import { wording } from './wording';

/** Characters that reorder text on the screen, break its lines, or cannot be seen. */
const DECEPTIVE = /[\p{Bidi_Control}\p{Zl}\p{Zp}\u200b\u2060\ufeff\u{e0000}-\u{e0fff}]/gu;

/** A tool's name or arguments, which may say no more than is seen. */
const plain = (text: string): string => escapeHtml(text.replace(DECEPTIVE, toEscape));

function toolOf({ tool }: PageTexts): string {
	if (!tool) return '';
	// All of the arguments, without a scroll bar of their own: what is out of sight may be approved.
	return `<h2 ${OWN}>${wording.tool}: <bdi>${plain(tool.name)}</bdi></h2>
<pre dir="ltr" lang="" role="region" aria-label="${wording.arguments}">${plain(tool.arguments)}</pre>`;
}

const paragraph = (text = ''): string =>
	text.trim() ? `<p class="text" ${USER}>${escapeText(text)}</p>` : '';

/** What was decided and when, as a list of terms. */
function decisionOf(page: WaitPage): string {
	if (!('decision' in page)) return '';
	const term = (name: string) => `<dt ${OWN}>${name}</dt>`;
	const time = 'respondedAt' in page ? timeOf(page.respondedAt) : undefined;
	return `${paragraph(page.texts.title)}
<dl>${term(wording.response)}<dd ${USER}>${escapeText(page.decision)}</dd>
${time ? `${term(wording.time)}<dd dir="ltr">${time}</dd>` : ''}</dl>`;
}

/** `2026-11-22T15:17:51.000Z` is shown as `2026-11-22 15:17 UTC`. */
function timeOf(iso: string): string {
	const shown = `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
	return `<time datetime="${escapeHtml(iso)}">${escapeHtml(shown)}</time>`;
}

/** The heading and what is under it. Old and invalid links show no text of the user. */
function contentOf(page: WaitPage): [heading: string, content: string] {
	if (page.kind !== 'question') {
		const [heading, text] = wording[page.kind];
		const content = `<h1 ${OWN}>${heading}</h1>
${decisionOf(page)}<p ${OWN}>${text}</p>`;
		return [heading, content];
	}
	const { title, message } = page.texts;
	const [heading, attributes] = title?.trim() ? [title, USER] : [wording.question, OWN];
	const content = `<h1 ${attributes}>${escapeText(heading)}</h1>
${paragraph(message)}
${toolOf(page.texts)}
${questionForm(page)}`;
	return [page.error ? `${wording.error}: ${heading}` : heading, content];
}

/** Whether the first letter of a text is of a script that runs from right to left. */
const RIGHT_TO_LEFT =
	/^\P{L}*[\p{sc=Adlm}\p{sc=Arab}\p{sc=Hebr}\p{sc=Nkoo}\p{sc=Rohg}\p{sc=Syrc}\p{sc=Thaa}]/u;

/** The whole HTML page. Serve it with `PAGE_HEADERS`. */
export function renderPage(page: WaitPage): string {
	const [heading, content] = contentOf(page);
	const { title = '', message = '' } = page.texts;
	const direction = RIGHT_TO_LEFT.test(title + message) ? 'rtl' : 'ltr';
	return `<!doctype html>
<html lang="en" dir="${direction}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${escapeHtml(PAGE_POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(heading)}</title>
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
