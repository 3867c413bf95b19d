import { escapeHtml, escapeText, OWN, USER } from './html';
import { showAll } from './invisible';
import { PAGE_POLICY } from './headers';
import { timeIn, wordsOf } from './languages';
import { questionForm } from './questionForm';
import { STYLE } from './style';
import type { PageTexts, WaitPage } from './types';

/** A name or an argument, which may say no more than is seen. */
const plain = (text: string): string => escapeHtml(showAll(text));

function toolOf({ tool, language }: PageTexts): string {
	if (!tool) return '';
	const words = wordsOf(language);
	// JSON has its line breaks between the arguments, and none in them.
	const argumentLines = tool.arguments.split('\n').map(plain).join('\n');
	// All of the arguments, without a scroll bar of their own: what is out of sight may be approved.
	return `<h2 ${OWN}>${words.tool} <bdi>${plain(tool.name)}</bdi></h2>
<pre dir="ltr" lang="" role="region" aria-label="${words.arguments}">${argumentLines}</pre>`;
}

const paragraph = (text = ''): string =>
	text.trim() ? `<p class="text" ${USER}>${escapeText(text)}</p>` : '';

/** What was asked, what was decided and when. */
function decisionOf(page: WaitPage): string {
	if (!('decision' in page)) return '';
	const { title, message, language } = page.texts;
	const words = wordsOf(language);
	const term = (name: string) => `<dt ${OWN}>${name}</dt>`;
	const time = page.kind === 'decided' ? timeOf(page) : undefined;
	return `${title?.trim() ? `<h2 ${USER}>${escapeText(title)}</h2>` : ''}
${paragraph(message)}
${toolOf(page.texts)}
<dl>${term(words.response)}<dd ${USER}>${escapeText(page.decision)}</dd>
${time ? `${term(words.time)}<dd ${OWN}>${time}</dd>` : ''}</dl>`;
}

type Decided = Extract<WaitPage, { kind: 'decided' }>;

const timeOf = ({ respondedAt, zone, texts }: Decided): string =>
	`<time datetime="${escapeHtml(respondedAt)}">${escapeHtml(timeIn(zone, respondedAt, texts.language))}</time>`;

/** The heading and what is under it. Old and invalid links show no text of the user. */
function contentOf(page: WaitPage): [heading: string, content: string] {
	const words = wordsOf(page.texts.language);
	if (page.kind !== 'question') {
		const [heading, text] = [words[page.kind], words[`${page.kind}Text`]];
		const content = `<h1 ${OWN}>${heading}</h1>
<p ${OWN}>${text}</p>
${decisionOf(page)}`;
		return [heading, content];
	}
	const { title, message } = page.texts;
	const [heading, attributes] = title?.trim() ? [title, USER] : [words.question, OWN];
	const content = `<h1 ${attributes}>${escapeText(heading)}</h1>
${paragraph(message)}
${toolOf(page.texts)}
${questionForm(page)}`;
	return [page.error ? `${words.error} ${heading}` : heading, content];
}

/** Whether the first letter of a text is of a script that runs from right to left. */
const RIGHT_TO_LEFT =
	/^\P{L}*[\p{sc=Adlm}\p{sc=Arab}\p{sc=Hebr}\p{sc=Nkoo}\p{sc=Rohg}\p{sc=Syrc}\p{sc=Thaa}]/u;

/** The whole HTML page. Serve it with `PAGE_HEADERS`. */
export function renderPage(page: WaitPage): string {
	const [heading, content] = contentOf(page);
	const { title = '', message = '', language = 'en', organization } = page.texts;
	const by = organization ? escapeText(organization) : '';
	const direction = RIGHT_TO_LEFT.test(title + message) ? 'rtl' : 'ltr';
	return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${escapeHtml(PAGE_POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(heading)}${by && ` – ${by}`}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${by && `<p class="quiet" ${USER}>${by}</p>`}
${content}
</main>
</body>
</html>
`;
}
