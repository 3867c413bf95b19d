import { escapeHtml, escapeText, BUILT_IN_TEXT, USER_TEXT } from './html';
import { escapeAllInvisible } from './invisible';
import { PAGE_POLICY } from './headers';
import { formatTime, pageWords } from './languages';
import { questionForm } from './questionForm';
import { STYLE } from './style';
import type { PageTexts, WaitPage } from './types';

/** Escapes the name or an argument of a tool, including all invisible characters. */
const escapeToolText = (text: string): string => escapeHtml(escapeAllInvisible(text));

function toolHtml({ tool, language }: PageTexts): string {
	if (!tool) return '';
	const words = pageWords(language);
	// JSON.stringify puts line breaks only between arguments.
	const argumentLines = tool.arguments.split('\n').map(escapeToolText).join('\n');
	// No scroll bar: a person must not approve arguments that are out of sight.
	return `<h2 ${BUILT_IN_TEXT}>${words.tool} <bdi>${escapeToolText(tool.name)}</bdi></h2>
<pre dir="ltr" lang="" role="region" aria-label="${words.arguments}">${argumentLines}</pre>`;
}

const paragraph = (text = ''): string =>
	text.trim() ? `<p class="text" ${USER_TEXT}>${escapeText(text)}</p>` : '';

/** Renders the question, the response and its time. Empty unless there is a response. */
function decisionHtml(page: WaitPage): string {
	if (!('decision' in page)) return '';
	const { title, message, language } = page.texts;
	const words = pageWords(language);
	const term = (name: string) => `<dt ${BUILT_IN_TEXT}>${name}</dt>`;
	const time = page.kind === 'decided' ? timeHtml(page) : undefined;
	return `${title?.trim() ? `<h2 ${USER_TEXT}>${escapeText(title)}</h2>` : ''}
${paragraph(message)}
${toolHtml(page.texts)}
<dl>${term(words.response)}<dd ${USER_TEXT}>${escapeText(page.decision)}</dd>
${time ? `${term(words.time)}<dd ${BUILT_IN_TEXT}>${time}</dd>` : ''}</dl>`;
}

type Decided = Extract<WaitPage, { kind: 'decided' }>;

const timeHtml = ({ respondedAt, zone, texts }: Decided): string =>
	`<time datetime="${escapeHtml(respondedAt)}">${escapeHtml(formatTime(zone, respondedAt, texts.language))}</time>`;

/** Returns the heading and the HTML of a page. Pages for old and invalid links show no text from the user. */
function pageContent(page: WaitPage): [heading: string, content: string] {
	const words = pageWords(page.texts.language);
	if (page.kind !== 'question') {
		const [heading, text] = [words[page.kind], words[`${page.kind}Text`]];
		const content = `<h1 ${BUILT_IN_TEXT}>${heading}</h1>
<p ${BUILT_IN_TEXT}>${text}</p>
${decisionHtml(page)}`;
		return [heading, content];
	}
	const { title, message } = page.texts;
	const [heading, attributes] = title?.trim()
		? [title, USER_TEXT]
		: [words.question, BUILT_IN_TEXT];
	const content = `<h1 ${attributes}>${escapeText(heading)}</h1>
${paragraph(message)}
${toolHtml(page.texts)}
${questionForm(page)}`;
	return [page.error ? `${words.error} ${heading}` : heading, content];
}

/** Matches a text whose first letter is from a right-to-left script. */
const RIGHT_TO_LEFT =
	/^\P{L}*[\p{sc=Adlm}\p{sc=Arab}\p{sc=Hebr}\p{sc=Nkoo}\p{sc=Rohg}\p{sc=Syrc}\p{sc=Thaa}]/u;

/** Renders the complete HTML page. Serve it with `PAGE_HEADERS`. */
export function renderPage(page: WaitPage): string {
	const [heading, content] = pageContent(page);
	const { title = '', message = '', language = 'en', organization } = page.texts;
	const organizationHtml = organization ? escapeText(organization) : '';
	const direction = RIGHT_TO_LEFT.test(title + message) ? 'rtl' : 'ltr';
	return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${escapeHtml(PAGE_POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(heading)}${organizationHtml && ` – ${organizationHtml}`}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${organizationHtml && `<p class="quiet" ${USER_TEXT}>${organizationHtml}</p>`}
${content}
</main>
</body>
</html>
`;
}
