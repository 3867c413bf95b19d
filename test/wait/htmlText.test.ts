import { textOfHtml } from '../../nodes/shared/wait/htmlText';

test.each([
	['<p>Pay?</p>', 'Pay?'],
	['<p>Hi Anna,</p>\n<p>pay  <b>40</b>\n EUR?</p>', 'Hi Anna,\n\npay 40 EUR?'],
	['a<br>b<br/>c<br><br>d<BR >e', 'a\nb\nc\n\nd\ne'],
	['<div><div>a</div></div><div>b</div>', 'a\nb'],
	['<div>a<br></div><div>b</div>', 'a\nb'],
	['<b>a</b> <i>b</i><u>c</u>', 'a bc'],
	['<ul><li>Red</li><li>Blue</li></ul>Which?', '• Red\n• Blue\nWhich?'],
	[
		'<table><tr><td>Order</td><td>7</td></tr><tr><td>Sum</td><td>40</td></tr></table>',
		'Order 7\nSum 40',
	],
	['<h1>Refund</h1>Pay?', 'Refund\n\nPay?'],
	['<p>a</p><p></p><p> </p><p>b</p>', 'a\n\nb'],
	['See <a href="https://shop.example/?a=1&b=2">the order</a>.', 'See the order.'],
	['<p title="a > b">c</p>', 'c'],
	["<p title='a > \" b'>c</p>", 'c'],
	['<p title = "a > b"class=x>c</p>', 'c'],
	['<a href=x?a="b>c</a>', 'c'],
	['a < b and c > d, 1<2', 'a < b and c > d, 1<2'],
	['I <3 you', 'I <3 you'],
	[
		'<!doctype html><html><head><title>T</title><meta charset=utf-8></head><body>a</body></html>',
		'a',
	],
	['<?xml version="1.0"?>a', 'a'],
	['a</>b</p x="1">c', 'ab\n\nc'],
	['', ''],
	['<img src=x>', ''],
])('the text of %j is %j', (html, text) => {
	expect(textOfHtml(html)).toBe(text);
});

test.each([
	['<style>p { color: red }</style>a', 'a'],
	['<STYLE type="text/css">p > b { }</sTyLe >a', 'a'],
	['<script>if (a < b) document.write("<p>x</p>")</script>a', 'a'],
	['<script>"</scripts>"</script>a', 'a'],
	['<style>a', ''],
	['<script src=x>a</script', ''],
	['a<!-- <p>b</p> -->c', 'ac'],
	['a<!-->b<!--->c', 'abc'],
	['<!--[if mso]><p>Outlook</p><![endif]-->a<![if !mso]>b<![endif]>', 'ab'],
	['a<!-- b', 'a'],
	['a<p title="b', 'a'],
	['a<p', 'a'],
	['a<', 'a<'],
	['<template><p>x</p></template>a', 'a'],
	// What is left after one look is text, and no tag of a page that escapes it.
	['<scr<script>x</script>ipt>alert(1)', 'xipt>alert(1)'],
	['<<p>b>', '<\n\nb>'],
])('%j hides what a mail client hides: %j', (html, text) => {
	expect(textOfHtml(html)).toBe(text);
});

test.each([
	['&lt;b&gt; Tom &amp; Ann &quot;x&quot; &apos;y&apos;', '<b> Tom & Ann "x" \'y\''],
	['40&nbsp;&euro; &ndash; &laquo;M&uuml;ller&raquo; &AMP;', '40\u00a0€ – «Müller» &AMP;'],
	['&#8364;&#x20AC;&#X20ac;&#146;', '€€€’'],
	['&#0;&#xD800;&#x110000;&#999999999;', '\ufffd\ufffd\ufffd\ufffd'],
	['&amp;lt;script&amp;gt;', '&lt;script&gt;'],
	['&unknown; & &; &#; &#x; &constructor; a&b;', '&unknown; & &; &#; &#x; &constructor; a&b;'],
	['&yuml;&Agrave;&times;&szlig;&divide;', 'ÿÀ×ß÷'],
])('the entities of %j are %j', (html, text) => {
	expect(textOfHtml(`<p>${html}</p>`)).toBe(text);
});

test.each([
	...[
		'<',
		'</',
		'<!',
		'<!--',
		'<!-->',
		'<a ',
		'<a =',
		'<a ="',
		"<a ='",
		'<p>',
		'<br>',
		'&',
		'&a',
	],
	...[
		'&#',
		'&amp;',
		' ',
		'\n',
		'<style>',
		'<script>',
		'</style',
		'<li>',
		'<td> ',
		'=',
		'"',
		'-->',
	],
	...['<p title="', '<a b=c ', '= ', '<style></style', '<i>a</i> '],
])('300,000 characters of %j takes no longer than its length', (part) => {
	const since = performance.now();
	textOfHtml(`<p>${part.repeat(300_000 / part.length)}`);
	expect(performance.now() - since).toBeLessThan(2_000);
});
