import { escapeHtml, escapeText, BUILT_IN_TEXT, USER_TEXT } from './html';
import { atMost, pageWords } from './languages';
import type { WaitPage } from './types';

type QuestionPage = Extract<WaitPage, { kind: 'question' }>;

const ERROR_ID = 'error';

function errorHtml({ question: { type }, error, texts }: QuestionPage): string {
	if (error === undefined) return '';
	const words = pageWords(texts.language);
	const text = words[`${error === 'tooLong' ? error : type}Error`];
	return `<p id="${ERROR_ID}" class="error" role="alert"><span ${BUILT_IN_TEXT}>${words.error} ${text}</span></p>`;
}

const button = (value: string, label: string, sign: string, type: string) =>
	`<button name="response" value="${value}" class="${type}">
<span aria-hidden="true">${sign}</span> <span ${USER_TEXT}>${escapeText(label)}</span></button>`;

function fieldsHtml({ question, error, entered = '', texts: { language } }: QuestionPage): string {
	if (question.type === 'approval') {
		const { approveLabel, declineLabel } = question;
		const approve = button('approve', approveLabel, '✓', 'main');
		return approve + (declineLabel ? button('decline', declineLabel, '✕', 'other') : '');
	}
	const words = pageWords(language);
	const send = `<button class="main" ${BUILT_IN_TEXT}>${words.send}</button>`;
	if (question.type === 'choice') {
		const described = error ? ` aria-describedby="${ERROR_ID}"` : '';
		const choices = question.choices.map((choice, index) => {
			const checked = entered === String(index) ? ' checked' : '';
			return `<label class="choice"><input type="radio" name="response" value="${index}" required${checked}>
<span ${USER_TEXT}>${escapeText(choice)}</span></label>`;
		});
		return `<fieldset${described}><legend ${BUILT_IN_TEXT}>${words.choose}</legend>
${choices.join('\n')}</fieldset>
${send}`;
	}
	// No `maxlength`, because browsers silently truncate pasted text. The text begins on a new line, because
	// HTML drops the first line break.
	const invalid = error ? ' aria-invalid="true"' : '';
	const ids = error ? `${ERROR_ID} limit` : 'limit';
	return `<label for="response" ${BUILT_IN_TEXT}>${words.yourResponse}</label>
<textarea id="response" name="response" rows="5" dir="auto" required${invalid} aria-describedby="${ids}">
${escapeHtml(entered)}</textarea>
<p id="limit" class="quiet" ${BUILT_IN_TEXT}>${atMost(question.maxLength, language)}</p>
${send}`;
}

/** Renders the form. It posts `response` to the URL of the page. */
export const questionForm = (page: QuestionPage): string => `<form method="post">
${errorHtml(page)}
${fieldsHtml(page)}
</form>`;
