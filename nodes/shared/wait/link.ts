import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { urlOf } from '../../../credentials/baseUrl';
import { ValidationError } from '../values/formats';
import { htmlOfText, linkHtml } from './emailLink';
import { linkStyle } from './fields';
import { signedUrl } from './n8nWait';
import { isOpen } from './openHtml';
import type { Words } from './page/languages/words';

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

/** With fewer characters of the 16 of a code, the others cannot be guessed. */
const MIN_PART = 6;

/** What is left of a text that is cut. */
const cutParts = (text: string): string[] =>
	Array.from({ length: Math.max(0, text.length - MIN_PART) }, (_, at) => [
		text.slice(0, MIN_PART + at),
		text.slice(-MIN_PART - at),
	]).flat();

/** How services may write the characters that URLs and HTML need not escape. */
const ESCAPES: Array<Record<string, string>> = [
	...[
		{ '-': '%2d', _: '%5f' },
		{ '-': '%2D', _: '%5F' },
	],
	...[
		{ '-': '&#x2d;', _: '&#x5f;' },
		{ '-': '&#x2D;', _: '&#x5F;' },
	],
	{ '-': '&#45;', _: '&#95;' },
];

/**
 * What no output and no error may show: whoever has it can respond. The execution has the hash of the
 * code, so a part of the code is hidden, too: with it, the others can be searched.
 */
export function secretsOf(link: string): string[] {
	const { searchParams } = urlOf(link) ?? {};
	const code = searchParams?.get(CODE) ?? '';
	const escaped = ESCAPES.map((escapes) => code.replace(/[-_]/g, (one) => escapes[one]));
	const written = [code, ...escaped].flatMap((one) => [
		one,
		one.toLowerCase(),
		one.toUpperCase(),
	]);
	return [link, ...(searchParams?.values() ?? []), ...written.flatMap(cutParts), ...written];
}

/** Puts the link into the parameters of a message. */
export type AddLink = (values: IDataObject, link: string, words: Words) => void;

/** At the end of the text. */
export const linkInText: AddLink = (values, link) => {
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
		linkInText(values, link, words);
	}
};

/** Of emails. What else is between `<` and `>` is text: `Anna <anna@example.com>`, `a <b and c> d`. */
const ELEMENTS =
	'a|abbr|address|b|big|blockquote|body|br|caption|center|code|dd|del|div|dl|dt|em|font|footer|h[1-6]|head|header|hr|html|i|img|ins|li|link|main|mark|meta|ol|p|pre|q|s|section|small|span|strike|strong|style|sub|sup|table|tbody|td|tfoot|th|thead|title|tr|tt|u|ul';
const TAG = new RegExp(`<(?:!doctype|!--|/?(?:${ELEMENTS})(?:\\s[^<>=]*=[^<>]*|\\s*/?)>)`, 'i');

/** Whether a text has tags. */
export const isHtml = (message: unknown): boolean => TAG.test(String(message));

/** At the end of the email, which is HTML; at its start if it could not be seen at the end. */
export const linkInEmail: AddLink = (values, link, words) => {
	const given = String(values.message);
	const message = isHtml(given) ? given : htmlOfText(given);
	const last = [...message.matchAll(/<\/body>/gi)].pop()?.index ?? message.length;
	const end = isOpen(message.slice(0, last)) ? 0 : last;
	values.message = message.slice(0, end) + linkHtml(link, words) + message.slice(end);
};
