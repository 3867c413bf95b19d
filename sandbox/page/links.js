/* global DOMParser, URL */

import { element } from './elements.js';

const NEW_TAB = { target: '_blank', rel: 'noopener noreferrer' };

/** Matches a URL in a text. Parentheses belong to the URL only in pairs. */
const IN_TEXT = /https?:\/\/(?:[^\s<>"()]|\([^\s<>"()]*\))+/gi;
const END_OF_SENTENCE = /[.,;:!?'’”»\]}]+$/;

function webUrl(text) {
	try {
		const { protocol, href } = new URL(text.trim());
		return protocol === 'https:' || protocol === 'http:' ? href : null;
	} catch {
		return null;
	}
}

export function linkTo(url, className, text) {
	const href = webUrl(url);
	const made = element(href === null ? 'p' : 'a', className, text);
	return href === null ? made : Object.assign(made, { href, ...NEW_TAB });
}

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

/** Allows no script, no form, no frame, and nothing from other hosts. */
const HEAD = `<!doctype html><meta charset="utf-8" /><meta http-equiv="content-security-policy"
	content="default-src 'none'; style-src 'unsafe-inline'; img-src data:" /><base target="_blank" />`;
/** Elements that could add a link or change its target later. */
const REMOVED = 'base, meta, script, template, iframe, frame, object, embed, animate, set';
const OF_LINKS = ['href', 'xlink:href', 'target', 'rel', 'ping', 'download'];

/** Builds a page for the HTML of an email. Only http(s) links stay links. */
function emailPage(html) {
	const page = new DOMParser().parseFromString(html, 'text/html');
	for (const removed of page.querySelectorAll(REMOVED)) removed.remove();
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

/** Shows the HTML of an email in a frame with a separate origin. */
export function emailFrame(html, title) {
	const frame = element('iframe', 'email');
	frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
	frame.title = title;
	frame.srcdoc = emailPage(html);
	return frame;
}
