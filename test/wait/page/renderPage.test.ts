import { createHash } from 'node:crypto';
import { PAGE_HEADERS } from '../../../nodes/shared/wait/page/headers';
import { renderPage } from '../../../nodes/shared/wait/page/renderPage';
import type { PageTexts, WaitPage } from '../../../nodes/shared/wait/page/types';
import { everyState, texts, tool } from './pages';

const policy = PAGE_HEADERS['content-security-policy'];

const decided = {
	kind: 'decided',
	respondedAt: '2026-11-22T15:17:51.000Z',
	timeZone: 'Europe/Kyiv',
} as const;

/** Returns pages on which each text from outside is the given text. */
const withText = (text: string): WaitPage[] => {
	const given: PageTexts = {
		title: text,
		message: text,
		organization: text,
		tool: { name: text, arguments: text },
	};
	const question = { kind: 'question', texts: given } as const;
	return [
		{ ...question, question: { type: 'approval', approveLabel: text, declineLabel: text } },
		{
			...{ ...question, problem: 'tooLong', enteredResponse: text },
			question: { type: 'freeText', maxLength: 9 },
		},
		{ ...question, question: { type: 'choice', choices: [text, text] }, enteredResponse: text },
		{ kind: 'thanks', displayedResponse: text, texts: given },
		{ ...decided, displayedResponse: text, texts: given },
		{ kind: 'old', texts: given },
		{ kind: 'expired', texts: given },
		{ kind: 'notFound', texts: given },
	];
};

/** Returns the tags of a page without the values of attributes. */
const skeleton = (html: string): string[] =>
	(html.match(/<\/?[a-z][^\s>]*(?:\s+[a-z-]+(?:="[^"]*")?)*\s*>/gi) ?? []).map((tag) =>
		tag.replace(/="[^"]*"/g, ''),
	);

const NASTY = [
	'<script>alert(1)</script>',
	'</title><script src=//evil.example></script>',
	'</textarea></pre></style><img src=x onerror=alert(1)>',
	'" onfocus="alert(1)" autofocus="',
	"' onclick='alert(1)'",
	'"><form action="https://evil.example"><input name="response">',
	'<!-- --><![CDATA[ ]]><meta http-equiv=refresh content=0>',
	'&lt;b&gt; &amp; &#60;script&#62;',
	'$& $1 $` ${texts} \\u003cscript\\u003e',
	'\u0000\u2028\u202e\ud800\r\n\t`',
];

test.each(NASTY)('the page of a wait shows the text %j without adding or removing tags', (text) => {
	const harmless = withText('x').map(renderPage);
	expect(withText(text).map(renderPage).map(skeleton)).toEqual(harmless.map(skeleton));
});

test('the page of a wait shows the texts of the user in full', () => {
	const text = `<&"'> Zażółć \u{1f600} مرحبا ${'x'.repeat(5000)}`;
	const escaped = text.replace(/[<>&"']/g, (one) => `&#${one.charCodeAt(0)};`);
	const [approval, freeText, choice, thanks, earlier] = withText(text).map(renderPage);
	// The title and the organization twice, the message, the tool's name and arguments, and both labels.
	expect(approval.split(escaped)).toHaveLength(10);
	expect(freeText.split(escaped)).toHaveLength(9);
	expect(choice.split(escaped)).toHaveLength(10);
	// The texts of the question, with the decision in place of the labels.
	expect([thanks, earlier].map((page) => page.split(escaped).length)).toEqual([8, 8]);
});

test('the pages of old, expired and invalid links show no text of the question', () => {
	for (const page of withText('Refund for Anna').slice(5)) {
		const texts = { ...page.texts, organization: undefined };
		expect(renderPage({ ...page, texts })).not.toContain('Anna');
	}
});

test.each(Object.entries(everyState(texts)))(
	'the page "%s" of a wait is small, and has no script and no URL',
	(_, page) => {
		const html = renderPage(page);
		expect(Buffer.byteLength(html)).toBeLessThan(7_000);
		expect(html).not.toMatch(/<script|javascript:|https?:|\bsrc=|\bhref=|\baction=|\bon\w+=/i);
		expect(html).not.toContain('undefined');
		expect(html.match(/<h1/g)).toHaveLength(1);
	},
);

test('the security policy of the page has the hash of its only style', () => {
	const styles = [...renderPage(everyState(texts).text).matchAll(/<style>(.*?)<\/style>/gs)];
	expect(styles).toHaveLength(1);
	const hash = createHash('sha256').update(styles[0][1]).digest('base64');
	expect(policy).toContain(`style-src 'sha256-${hash}';`);
	expect(renderPage(everyState(texts).text)).not.toContain('style=');
	expect(styles[0][1]).not.toMatch(/url\(|@import|animation|transition/);
});

test('the headers of the page allow nothing but the form, and keep it out of caches and indexes', () => {
	const { 'content-security-policy': _, ...others } = PAGE_HEADERS;
	expect(others).toEqual({
		'content-type': 'text/html; charset=utf-8',
		'cache-control': 'no-store',
		'referrer-policy': 'no-referrer',
		'x-content-type-options': 'nosniff',
		'x-robots-tag': 'noindex',
	});
	expect(policy.split('; ').map((one) => one.replace(/sha256-[^']+/, 'sha256-…'))).toEqual([
		'sandbox allow-forms',
		"frame-ancestors 'none'",
		"default-src 'none'",
		"style-src 'sha256-…'",
		"form-action 'self'",
		"base-uri 'none'",
	]);
	// The page contains the policy before all content.
	for (const page of Object.values(everyState(texts))) {
		const [, inPage] =
			/^<!doctype html>\s*<html [^>]*>\s*<head>\s*<meta charset="utf-8">\s*<meta http-equiv="content-security-policy" content="([^"]+)">/.exec(
				renderPage(page),
			) ?? [];
		expect(policy).toContain(inPage.replaceAll('&#39;', "'"));
	}
});

const tagOf = (html: string): string => /<html ([^>]*)>/.exec(html)?.[1] ?? '';

test.each<[given: PageTexts, tag: string]>([
	[{}, 'lang="en" dir="ltr"'],
	[{ title: 'مرحبا' }, 'lang="en" dir="rtl"'],
	[{ title: '123: مرحبا' }, 'lang="en" dir="rtl"'],
	[{ message: 'שלום' }, 'lang="en" dir="rtl"'],
	// Adlam, N'Ko, Hanifi Rohingya, Syriac and Thaana.
	...['𞤀', 'ߊ', '𐴀', 'ܐ', 'ހ'].map((title): [PageTexts, string] => [
		{ title },
		'lang="en" dir="rtl"',
	]),
	[{ title: 'Refund', message: 'שלום' }, 'lang="en" dir="ltr"'],
])('the page of a wait with the texts %j has %s', (given, tag) => {
	expect(tagOf(renderPage(everyState(given).approval))).toBe(tag);
});

test("the page of a wait marks the language of built-in texts and of the user's texts", () => {
	const html = renderPage({ kind: 'thanks', displayedResponse: 'Так', texts: {} });
	expect(html).toContain('<dd lang="" dir="auto">Так</dd>');
	expect(html).toContain('<h1 dir="ltr">Thank you</h1>');
	expect(tagOf(html)).toBe('lang="en" dir="ltr"');
});

test('the page of a wait shows the organization above its title and in the tab', () => {
	const html = renderPage(everyState({ ...texts, organization: 'A & B' }).approval);
	expect(html).toContain('<title>Refund for order 4711 – A &#38; B</title>');
	expect(html).toMatch(/<main>\n<p [^>]*>A &#38; B<\/p>\n<h1/);
});

test('the page of a wait keeps an entered text, even with a leading line break and bidi characters', () => {
	const page = everyState(texts)['text with an error'] as Extract<WaitPage, { kind: 'question' }>;
	expect(renderPage({ ...page, enteredResponse: '\nsecond\u202e line' })).toContain(
		'>\n\nsecond\u202e line</textarea>',
	);
	const question = { type: 'choice', choices: ['A', 'B'] } as const;
	const html = renderPage({
		...page,
		question: { ...question, choices: ['A', 'B'] },
		enteredResponse: '1',
	});
	expect(html.match(/value="\d" required checked/g)).toEqual(['value="1" required checked']);
});

test('the page of a review shows the name and all arguments of the tool', () => {
	const long = JSON.stringify({ text: 'word '.repeat(20_000), end: 'the end' });
	const html = renderPage(everyState({ tool: { ...tool, arguments: long } }).approval);
	expect(html).toContain('Tool: <bdi>refund_order</bdi>');
	expect(html).toContain(long.replaceAll('"', '&#34;'));
});
