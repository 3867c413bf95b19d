/* global DOMParser, URL */

import { element } from './elements.js';

/** Links in messages lead to the web in a new tab, which learns nothing of this page. */

const NEW_TAB = { target: '_blank', rel: 'noopener noreferrer' };

/** A URL in a text. Of brackets, only pairs belong to it. */
const IN_TEXT = /https?:\/\/(?:[^\s<>"()]|\([^\s<>"()]*\))+/gi;
const END_OF_SENTENCE = /[.,;:!?'’”»\]}]+$/;

/** The URL if it is one of the web, and not one that runs or contains something; else null. */
function webUrl(text) {
	try {
		const { protocol, href } = new URL(text.trim());
		return protocol === 'https:' || protocol === 'http:' ? href : null;
	} catch {
		return null;
	}
}

/** A link if the URL is one of the web, else a paragraph. */
export function linkTo(url, className, text) {
	const href = webUrl(url);
	const made = element(href === null ? 'p' : 'a', className, text);
	return href === null ? made : Object.assign(made, { href, ...NEW_TAB });
}

/** A text as nodes: the URLs of the web in it are links. */
export function withLinks(text) {
	const nodes = [];
	let end = 0;
	for (const { 0: found, index } of text.matchAll(IN_TEXT)) {
		const url = found.replace(END_OF_SENTENCE, '');
		if (webUrl(url) === null) continue;
		nodes.push(text.slice(end, index), linkTo(url, '', url));
		end = index + url.length;
	}
	return [...nodes, text.slice(end)];
}

/** The page gets no script, no form, no frame, and nothing from elsewhere. */
const HEAD = `<!doctype html><meta charset="utf-8" /><meta http-equiv="content-security-policy"
	content="default-src 'none'; style-src 'unsafe-inline'; img-src data:" /><base target="_blank" />`;
/** What could bring links that are not seen here, or change where they lead. */
const REMOVED = 'base, meta, script, template, iframe, frame, object, embed, animate, set';
const OF_LINKS = ['href', 'xlink:href', 'target', 'rel', 'ping', 'download'];

/** A page with the HTML of an email, whose links are as those of a text. */
function emailPage(html) {
	const page = new DOMParser().parseFromString(html, 'text/html');
	for (const one of page.querySelectorAll(REMOVED)) one.remove();
	for (const link of page.querySelectorAll('a, area')) {
		const href = webUrl(link.getAttribute('href') ?? '');
		for (const name of OF_LINKS) link.removeAttribute(name);
		if (href === null) continue;
		for (const [name, value] of Object.entries({ href, ...NEW_TAB })) {
			link.setAttribute(name, value);
		}
	}
	return HEAD + page.documentElement.outerHTML;
}

/** Shows the HTML of an email with an origin of its own. Its links open pages that are no part of it. */
export function emailFrame(html, title) {
	const frame = element('iframe', 'email');
	frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
	frame.title = title;
	frame.srcdoc = emailPage(html);
	return frame;
}
