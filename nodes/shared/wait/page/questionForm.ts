import { escapeHtml } from './html';
import type { PageLanguage } from './language';
import type { Question, WaitPage } from './types';

type QuestionPage = Extract<WaitPage, { kind: 'question' }>;

const ERROR_ID = 'error';

/** What is wrong with the response that was sent, or nothing. */
function errorOf({ question: { type }, error }: QuestionPage, language: PageLanguage): string {
	if (error === undefined) return '';
	const { ownText, wording } = language;
	const text = wording.errors[error === 'tooLong' ? error : type];
	return `<p id="${ERROR_ID}" class="error" role="alert"><span ${ownText}>${wording.error}: ${text}</span></p>`;
}

function button(
	value: string,
	label: string,
	sign: string,
	type: string,
	{ userText }: PageLanguage,
) {
	return `<button name="response" value="${value}" class="${type}">
<span aria-hidden="true">${sign}</span> <span ${userText}>${escapeHtml(label)}</span></button>`;
}

const sendButton = ({ ownText, wording }: PageLanguage) =>
	`<button class="main" ${ownText}>${wording.send}</button>`;

function fieldsOf(question: Question, page: QuestionPage, language: PageLanguage): string {
	const { ownText, userText, wording } = language;
	const described = page.error ? ` aria-describedby="${ERROR_ID}"` : '';
	if (question.type === 'approval') {
		const { approveLabel, declineLabel } = question;
		const decline =
			declineLabel === undefined
				? ''
				: button('decline', declineLabel, '✕', 'other', language);
		return button('approve', approveLabel, '✓', 'main', language) + decline;
	}
	if (question.type === 'choice') {
		const choices = question.choices.map((choice, index) => {
			const checked = page.entered === String(index) ? ' checked' : '';
			return `<label class="choice"><input type="radio" name="response" value="${index}" required${checked}>
<span ${userText}>${escapeHtml(choice)}</span></label>`;
		});
		return `<fieldset${described}><legend ${ownText}>${wording.choose}</legend>
${choices.join('\n')}</fieldset>
${sendButton(language)}`;
	}
	// No `maxlength`: a browser silently cuts what is pasted. The line break is the one that HTML drops.
	const invalid = page.error ? ' aria-invalid="true"' : '';
	const ids = page.error ? `${ERROR_ID} limit` : 'limit';
	return `<label for="response" ${ownText}>${wording.yourResponse}</label>
<textarea id="response" name="response" rows="5" dir="auto" required${invalid} aria-describedby="${ids}">
${escapeHtml(page.entered ?? '')}</textarea>
<p id="limit" class="quiet" ${ownText}>${wording.atMost(question.maxLength)}</p>
${sendButton(language)}`;
}

/** The form that posts `response` to the URL of the page. */
export function questionForm(page: QuestionPage, language: PageLanguage): string {
	return `<form method="post">
${errorOf(page, language)}
${fieldsOf(page.question, page, language)}
</form>`;
}
