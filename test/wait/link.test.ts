import type { IDataObject } from 'n8n-workflow';
import { linkHtml } from '../../nodes/shared/wait/emailLink';
import {
	type AddLink,
	isHtml,
	linkInButton,
	linkInEmail,
	linkInText,
} from '../../nodes/shared/wait/link';
import { wordsOf } from '../../nodes/shared/wait/page/languages';

const LINK = 'https://n8n.example/wait/7?r=a&signature=b';
const URL_IN_HTML = LINK.replace('&', '&amp;');
const ANCHOR = linkHtml(LINK, wordsOf('de'));
const withLink = (add: AddLink, values: IDataObject, link = LINK): IDataObject => {
	const own = { ...values };
	add(own, link, wordsOf('de'));
	return own;
};

test('the link is the last line of a text', () => {
	expect(withLink(linkInText, { phone: '1', message: 'Pay?' })).toEqual({
		phone: '1',
		message: `Pay?\n${LINK}`,
	});
});

describe('a button', () => {
	const values = { message: 'Pay?', button: 'Respond' };
	const ofLength = (length: number) => LINK.padEnd(length, 'x');

	test('has a link of up to 150 characters', () => {
		for (const link of [LINK, ofLength(150)]) {
			expect(withLink(linkInButton, values, link)).toEqual({
				...values,
				type_message: 'BUTTON',
				button_link: link,
			});
		}
	});

	test('without a text has the one of the language', () => {
		const { button } = withLink(linkInButton, { message: 'Pay?' });
		expect(button).toBe('Antworten');
		expect(withLink(linkInButton, { message: 'Pay?' }, ofLength(151)).button).toBeUndefined();
	});

	test('is left out if the link is longer: it is in the text', () => {
		expect(withLink(linkInButton, values, ofLength(151))).toEqual({
			message: `Pay?\n${ofLength(151)}`,
		});
	});
});

test.each([
	['Pay?', `<p dir="auto">Pay?</p>\n${ANCHOR}`],
	['1 < 2 > 0?', `<p dir="auto">1 &#60; 2 &#62; 0?</p>\n${ANCHOR}`],
	['"Tom" & <Ann>', `<p dir="auto">&#34;Tom&#34; &#38; &#60;Ann&#62;</p>\n${ANCHOR}`],
	['a\nb\r\n\r\nc', `<p dir="auto">a<br>\nb<br>\r\n<br>\r\nc</p>\n${ANCHOR}`],
	['<p>Pay?</p>', `<p>Pay?</p>${ANCHOR}`],
	['Pay?<br/>', `Pay?<br/>${ANCHOR}`],
	['<!doctype html><b>Pay?</b>', `<!doctype html><b>Pay?</b>${ANCHOR}`],
	['<!-- </body> --><body>Pay?</body>', `<!-- </body> --><body>Pay?${ANCHOR}</body>`],
	['<HTML><BODY>Pay?</BODY></HTML>', `<HTML><BODY>Pay?${ANCHOR}</BODY></HTML>`],
])('the email %j has the link at its end', (message, sent) => {
	expect(withLink(linkInEmail, { message }).message).toBe(sent);
});

test('an email has a button in the page language, and the link as text below it', () => {
	const anchors = [...ANCHOR.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)];
	expect(anchors.map(([, url, text]) => [url, text])).toEqual([
		[URL_IN_HTML, 'Antworten'],
		[URL_IN_HTML, URL_IN_HTML],
	]);
	expect(ANCHOR).toContain(wordsOf('de').openLink);
	// Mail clients drop scripts, and styles that are not inline.
	expect(ANCHOR).not.toMatch(/<(script|style|img|link)|class=/);
});

test.each([
	...[
		'Order <!-- 5',
		'<p>Pay?</p><!-- 5',
		'<p>Pay?</p><!-- a -->b<!-- c -- >',
		'<b>a</b><!--!> b',
	],
	...['<p>Pay?</p><style>p { color: red }', '<title>Pay?', '<br><textarea rows="5">Pay?'],
	...['<p>Pay?</p><img alt="5', "<p>Pay?</p><a href='x>", '<p>Pay?</p><div', '<p>Pay?</p></div'],
	...['<div style="display: none">Pay?', '<div hidden><p>Pay?</p>', '<p>a</p><select><option>b'],
	...[
		'<p>a</p><xmp>b',
		'<p>a</p><!doctype html',
		'<p>a</p><script>"</p>"',
		'<div>a</span></div>b',
	],
	...[
		'<!--> <style> --><p>a</p>',
		'<!-- a --!><style>--><p>b</p>',
		'<p title=">">a</p><p title=">',
	],
	...[
		'<body>Pay?</body><!-- </body> -->',
		'<body>Pay?<!-- </body>',
		'<style></body></style ><b>',
	],
])('the email %j has the link at its start, because it is open at its end', (message) => {
	expect(withLink(linkInEmail, { message }).message).toBe(ANCHOR + message);
});

test.each([
	...[
		'<p>Pay?',
		'<ul><li>a<li>b</ul>',
		'<p title=">">a</p>',
		"<a href='x?a=b&c=\"'>a</a>",
		'<br>',
	],
	...['<!-->a<p>b</p>', '<p>a</p><!-- <div> -->', '<style>a > b { } /* <b> */</style><p>c</p>'],
	...['<IMG SRC=x.png ALT=><b>a</B>', '<p>1 < 2, a <3</p>', '<?xml version="1.0"?><p>a</p></ x>'],
	...['<table><tr><td>a<tr><td>b</table>', '<!--[if mso]><p>a</p><![endif]--><p>b</p>'],
])('the email %j has the link at its end, where all is closed', (message) => {
	expect(withLink(linkInEmail, { message }).message).toBe(message + ANCHOR);
});

test('a long email of begun tags gets its link in time', () => {
	const since = performance.now();
	for (const part of [
		'<',
		'<a ',
		'<a =',
		'<!--',
		'<!-- -->',
		'<b>',
		'<style>',
		'</b>',
		'=">',
		'<p>',
	]) {
		withLink(linkInEmail, { message: `<br>${part.repeat(100_000)}` });
	}
	expect(performance.now() - since).toBeLessThan(2_000);
});

test.each([
	...['<p>Hi</p>', 'a<br>b', 'a<br/>b', '</div>', '<h1 class="a">', '<p\n>', 'a<BR />b'],
	...['<!doctype html>', 'x<!-- c -->', 'See <a href="x">y</a>'],
])('%j is HTML', (message) => {
	expect(isHtml(message)).toBe(true);
});

test.each([
	...['Refund for Anna <anna@example.com>, 40 EUR?', 'See <https://shop.example/a?b=1>.'],
	...['<mailto:a@b.example>', 'I <3 you', '1 < 2 > 0', '40 EUR?', 'Pay 40 EUR to <Anna Smith>?'],
	...[
		'Pay if a <b and c> d?',
		'Hi <name>',
		'<no subject>',
		'a<b || c>d',
		'vector<int> v',
		'<EOF>',
	],
])('%j is text', (message) => {
	expect(isHtml(message)).toBe(false);
});

test('a long text of begun tags is judged in time', () => {
	const since = performance.now();
	for (const part of ['<a ', '<a =', '=', '</body']) {
		expect(isHtml(`<a ${part.repeat(100_000)}`)).toBe(false);
	}
	expect(performance.now() - since).toBeLessThan(2_000);
});
