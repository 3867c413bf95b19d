import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { tryParseUrl } from '../values/urls';
import { ValidationError } from '../values/formats';
import { linkStyle } from './fields';
import { prepareSignedResumeUrl } from './n8nWait';
import type { PageWords } from './page/languages';
import { escapeHtml } from './page/html';

export const CODE_PARAMETER = 'r';
/** n8n's query parameter: the signature of a signed link, or the execution's token in a short link. */
const SIGNATURE_PARAMETER = 'signature';

/** @throws ValidationError if this version of n8n has no short links */
export function buildLink(context: IExecuteFunctions, style: unknown, code: string): string {
	if (style !== 'short') return prepareSignedResumeUrl(context, { [CODE_PARAMETER]: code });
	const url = tryParseUrl(String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0)));
	const token = url?.searchParams.get(SIGNATURE_PARAMETER);
	if (url && token)
		return `${url.origin}${url.pathname}?${CODE_PARAMETER}=${code}&${SIGNATURE_PARAMETER}=${token}`;
	throw new ValidationError(
		'is Short, which this version of n8n does not support',
		'Select Signed, or update n8n to 2.14 or later.',
		linkStyle.displayName,
	);
}

/** Returns the parts of a link that no output or error may show, because anyone who has them can respond. */
export const listLinkSecrets = (link: string): string[] => [
	link,
	...(tryParseUrl(link)?.searchParams.values() ?? []),
];

export type AddLink = (
	values: IDataObject,
	link: string,
	words: PageWords,
	isHtml: boolean,
) => void;

export const addLinkToText = (values: IDataObject, link: string): void => {
	values.message = `${String(values.message)}\n${link}`;
};

const MAX_BUTTON_LINK_LENGTH = 150;

/** Adds a button with the link. If the link is too long for a button, appends the link to the text. */
export const addLinkButtonOrText: AddLink = (values, link, words) => {
	if (link.length <= MAX_BUTTON_LINK_LENGTH) {
		values.button ??= words.respond;
		Object.assign(values, { type_message: 'BUTTON', button_link: link });
	} else {
		delete values.button;
		addLinkToText(values, link);
	}
};

/**
 * Appends the link to a text message. An HTML message gets the link at the top, because mail clients may hide
 * the end.
 */
export const addLinkToEmail: AddLink = (values, link, words, isHtml) => {
	const message = String(values.message);
	const button = renderButtonAndLink(link, words);
	values.message = isHtml ? `${button}\n${message}` : textToHtml(message) + button;
};

/** Inline, because mail clients ignore stylesheets. The colors are those of the response page. */
const BUTTON_STYLE =
	'display:inline-block;padding:12px 24px;border-radius:8px;background-color:#17663a;color:#ffffff;font-weight:bold;text-decoration:none';

/** Returns HTML with a button, and the link as text for clients that do not show buttons. */
export function renderButtonAndLink(link: string, { respond, openLink }: PageWords): string {
	const url = link.replace(/&/g, '&amp;');
	return `<p dir="ltr"><a href="${url}" style="${BUTTON_STYLE}">${respond}</a></p>
<p dir="ltr">${openLink}<br>
<a href="${url}" style="word-break:break-all">${url}</a></p>`;
}

const textToHtml = (text: string): string =>
	`<p dir="auto">${escapeHtml(text).replace(/\r\n?|\n/g, '<br>$&')}</p>\n`;
