import { escapeHtml, escapeUserText, BUILT_IN_TEXT_ATTRIBUTES, USER_TEXT_ATTRIBUTES } from './html';
import { escapeAllInvisible } from './invisible';
import { PAGE_CSP } from './headers';
import { formatDateTime, getPageWords } from './languages';
import { renderQuestionForm } from './renderQuestionForm';
import { PAGE_CSS } from './style';
import type { PageTexts, WaitPage } from './types';

const escapeToolText = (text: string): string => escapeHtml(escapeAllInvisible(text));

function renderTool({ tool, language }: PageTexts): string {
	if (!tool) return '';
	const words = getPageWords(language);
	// Escapes line by line to keep the line breaks of the JSON. JSON.stringify has already escaped
	// the line breaks within arguments.
	const argumentLines = tool.arguments.split('\n').map(escapeToolText).join('\n');
	// No scroll bar, because a person must not approve arguments that are out of sight.
	return `<h2 ${BUILT_IN_TEXT_ATTRIBUTES}>${words.tool} <bdi>${escapeToolText(tool.name)}</bdi></h2>
<pre dir="ltr" lang="" role="region" aria-label="${words.arguments}">${argumentLines}</pre>`;
}

const renderParagraph = (text = ''): string =>
	text.trim() ? `<p class="text" ${USER_TEXT_ATTRIBUTES}>${escapeUserText(text)}</p>` : '';

function renderAnsweredQuestion(page: WaitPage): string {
	if (!('displayedResponse' in page)) return '';
	const { title, message, language } = page.texts;
	const words = getPageWords(language);
	const term = (name: string) => `<dt ${BUILT_IN_TEXT_ATTRIBUTES}>${name}</dt>`;
	const time = page.kind === 'decided' ? renderResponseTime(page) : undefined;
	return `${title?.trim() ? `<h2 ${USER_TEXT_ATTRIBUTES}>${escapeUserText(title)}</h2>` : ''}
${renderParagraph(message)}
${renderTool(page.texts)}
<dl>${term(words.response)}<dd ${USER_TEXT_ATTRIBUTES}>${escapeUserText(page.displayedResponse)}</dd>
${time ? `${term(words.time)}<dd ${BUILT_IN_TEXT_ATTRIBUTES}>${time}</dd>` : ''}</dl>`;
}

type DecidedPage = Extract<WaitPage, { kind: 'decided' }>;

const renderResponseTime = ({ respondedAt, timeZone, texts }: DecidedPage): string =>
	`<time datetime="${escapeHtml(respondedAt)}">${escapeHtml(formatDateTime(timeZone, respondedAt, texts.language))}</time>`;

/** Returns the heading and the HTML of a page. Pages for old and invalid links show no text from the user. */
function renderHeadingAndContent(page: WaitPage): [heading: string, content: string] {
	const words = getPageWords(page.texts.language);
	if (page.kind !== 'question') {
		const [heading, text] = [words[page.kind], words[`${page.kind}Text`]];
		const content = `<h1 ${BUILT_IN_TEXT_ATTRIBUTES}>${heading}</h1>
<p ${BUILT_IN_TEXT_ATTRIBUTES}>${text}</p>
${renderAnsweredQuestion(page)}`;
		return [heading, content];
	}
	const { title, message } = page.texts;
	const [heading, attributes] = title?.trim()
		? [title, USER_TEXT_ATTRIBUTES]
		: [words.question, BUILT_IN_TEXT_ATTRIBUTES];
	const content = `<h1 ${attributes}>${escapeUserText(heading)}</h1>
${renderParagraph(message)}
${renderTool(page.texts)}
${renderQuestionForm(page)}`;
	return [page.problem ? `${words.error} ${heading}` : heading, content];
}

/** Matches a text whose first letter is from a right-to-left script. */
const RIGHT_TO_LEFT_PATTERN =
	/^\P{L}*[\p{sc=Adlm}\p{sc=Arab}\p{sc=Hebr}\p{sc=Nkoo}\p{sc=Rohg}\p{sc=Syrc}\p{sc=Thaa}]/u;

/** Renders the complete HTML page, to be sent with `PAGE_HEADERS`. */
export function renderPage(page: WaitPage): string {
	const [heading, content] = renderHeadingAndContent(page);
	const { title = '', message = '', language = 'en', organization } = page.texts;
	const organizationHtml = organization ? escapeUserText(organization) : '';
	const direction = RIGHT_TO_LEFT_PATTERN.test(title + message) ? 'rtl' : 'ltr';
	return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${escapeHtml(PAGE_CSP)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeUserText(heading)}${organizationHtml && ` – ${organizationHtml}`}</title>
<style>${PAGE_CSS}</style>
</head>
<body>
<main>
${organizationHtml && `<p class="quiet" ${USER_TEXT_ATTRIBUTES}>${organizationHtml}</p>`}
${content}
</main>
</body>
</html>
`;
}
