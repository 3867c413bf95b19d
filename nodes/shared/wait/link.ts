import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { urlOf } from '../values/urls';
import { ValidationError } from '../values/formats';
import { linkStyle } from './fields';
import { signedUrl } from './n8nWait';
import type { Words } from './page/languages';
import { escapeHtml } from './page/html';

/** The parameter of a link that has its code. */
export const CODE = 'r';
/** n8n's own: a signature of the link, or the token of the execution. */
const SIGNATURE = 'signature';

/** The link of one message. @throws ValidationError if this n8n has no short links */
export function linkOf(context: IExecuteFunctions, style: unknown, code: string): string {
	if (style !== 'short') return signedUrl(context, { [CODE]: code });
	const url = urlOf(String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0)));
	const token = url?.searchParams.get(SIGNATURE);
	if (url && token) return `${url.origin}${url.pathname}?${CODE}=${code}&${SIGNATURE}=${token}`;
	throw new ValidationError(
		'is short, but this n8n has no token in the URL that resumes an execution',
		'Select Signed.',
		linkStyle.displayName,
	);
}

/** What no output and no error may show: the link, its code and its signature. Whoever has it can respond. */
export const secretsOf = (link: string): string[] => [
	link,
	...(urlOf(link)?.searchParams.values() ?? []),
];

/** Puts the link into the parameters of a message. */
export type AddLink = (values: IDataObject, link: string, words: Words, isHtml: boolean) => void;

/** At the end of the text. */
export const linkInText = (values: IDataObject, link: string): void => {
	values.message = `${String(values.message)}\n${link}`;
};

/** Characters that a link of a Viber button may have. */
const BUTTON_LINK = 150;

/** Behind a button, or at the end of the text if it is too long for that. */
export const linkInButton: AddLink = (values, link, words) => {
	if (link.length <= BUTTON_LINK) {
		values.button ??= words.respond;
		Object.assign(values, { type_message: 'BUTTON', button_link: link });
	} else {
		delete values.button;
		linkInText(values, link);
	}
};

/** At the end of a text, and at the start of HTML, whose end may be hidden. The email is HTML. */
export const linkInEmail: AddLink = (values, link, words, isHtml) => {
	const message = String(values.message);
	const button = linkHtml(link, words);
	values.message = isHtml ? `${button}\n${message}` : htmlOfText(message) + button;
};

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
const htmlOfText = (text: string): string =>
	`<p dir="auto">${escapeHtml(text).replace(/\r\n?|\n/g, '<br>$&')}</p>\n`;
