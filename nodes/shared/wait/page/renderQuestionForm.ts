import { escapeHtml, escapeUserText, BUILT_IN_TEXT_ATTRIBUTES, USER_TEXT_ATTRIBUTES } from './html';
import { formatLengthLimit, getPageWords } from './languages';
import type { WaitPage } from './types';

type QuestionPage = Extract<WaitPage, { kind: 'question' }>;

const ERROR_ID = 'error';

function renderError({ question: { type }, problem, texts }: QuestionPage): string {
	if (problem === undefined) return '';
	const words = getPageWords(texts.language);
	const text = words[`${problem === 'tooLong' ? problem : type}Error`];
	return `<p id="${ERROR_ID}" class="error" role="alert"><span ${BUILT_IN_TEXT_ATTRIBUTES}>${words.error} ${text}</span></p>`;
}

const renderButton = (value: string, label: string, sign: string, type: string) =>
	`<button name="response" value="${value}" class="${type}">
<span aria-hidden="true">${sign}</span> <span ${USER_TEXT_ATTRIBUTES}>${escapeUserText(label)}</span></button>`;

function renderResponseFields({
	question,
	problem,
	enteredResponse = '',
	texts: { language },
}: QuestionPage): string {
	if (question.type === 'approval') {
		const { approveLabel, declineLabel } = question;
		const approve = renderButton('approve', approveLabel, '✓', 'main');
		return approve + (declineLabel ? renderButton('decline', declineLabel, '✕', 'other') : '');
	}
	const words = getPageWords(language);
	const send = `<button class="main" ${BUILT_IN_TEXT_ATTRIBUTES}>${words.send}</button>`;
	if (question.type === 'choice') {
		const described = problem ? ` aria-describedby="${ERROR_ID}"` : '';
		const choices = question.choices.map((choice, index) => {
			const checked = enteredResponse === String(index) ? ' checked' : '';
			return `<label class="choice"><input type="radio" name="response" value="${index}" required${checked}>
<span ${USER_TEXT_ATTRIBUTES}>${escapeUserText(choice)}</span></label>`;
		});
		return `<fieldset${described}><legend ${BUILT_IN_TEXT_ATTRIBUTES}>${words.choose}</legend>
${choices.join('\n')}</fieldset>
${send}`;
	}
	// No `maxlength`, because browsers would silently truncate pasted text. A line break precedes the
	// response, because HTML drops the first line break in a textarea.
	const invalid = problem ? ' aria-invalid="true"' : '';
	const ids = problem ? `${ERROR_ID} limit` : 'limit';
	return `<label for="response" ${BUILT_IN_TEXT_ATTRIBUTES}>${words.yourResponse}</label>
<textarea id="response" name="response" rows="5" dir="auto" required${invalid} aria-describedby="${ids}">
${escapeHtml(enteredResponse)}</textarea>
<p id="limit" class="quiet" ${BUILT_IN_TEXT_ATTRIBUTES}>${formatLengthLimit(question.maxLength, language)}</p>
${send}`;
}

export const renderQuestionForm = (page: QuestionPage): string => `<form method="post">
${renderError(page)}
${renderResponseFields(page)}
</form>`;
