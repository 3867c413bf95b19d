/** A tag, whose quotes may contain `>`. */
const TAG = /<(\/?)([a-z][^\s/>]*)(?:=\s*(?:"[^"]*"|'[^']*'|(?!["'\s]))|[^=>])*>/i;
/** Elements that end by themselves: of what follows, they hide nothing. */
const ENDS_ITSELF =
	/^(?:area|base|body|br|col|colgroup|dd|dt|head|hr|html|img|input|li|link|meta|option|p|source|tbody|td|tfoot|th|thead|tr|wbr)$/;
/** Elements whose content is no HTML. */
const IS_TEXT = /^(?:iframe|noembed|noframes|script|style|textarea|title|xmp)$/;

/** What is found from a place on; -1 if it is nowhere. */
function endOf(html: string, pattern: RegExp, from: number): number {
	const search = new RegExp(pattern, 'gi');
	search.lastIndex = from;
	return search.test(html) ? search.lastIndex : -1;
}

/**
 * Whether an element, a comment or a tag is still open at the end of some HTML: what is put there may not be
 * seen. An element that is closed in a way that browsers would have to mend counts as open.
 */
export function isOpen(html: string): boolean {
	const open: string[] = [];
	const tagAt = new RegExp(TAG, 'iy');
	for (let at = endOf(html, /<(?=[a-z/!?])/, 0); at > 0; at = endOf(html, /<(?=[a-z/!?])/, at)) {
		const start = at - 1;
		if (/^<!---?>/.test(html.slice(start, start + 6))) continue;
		if (html.startsWith('<!--', start)) {
			at = endOf(html, /--!?>/, start + 4);
		} else if (/^<(?:[!?]|\/[^a-z])/i.test(html.slice(start, start + 3))) {
			at = endOf(html, />/, start);
		} else {
			tagAt.lastIndex = start;
			const [tag, slash, given] = tagAt.exec(html) ?? ['', '', ''];
			const name = given.toLowerCase();
			at = tag ? start + tag.length : -1;
			if (!slash && IS_TEXT.test(name)) at = endOf(html, new RegExp(`</${name}[\\s/>]`), at);
			else if (slash && !ENDS_ITSELF.test(name) && open.pop() !== name) return true;
			else if (!slash && !ENDS_ITSELF.test(name)) open.push(name);
		}
		if (at < 0) return true;
	}
	return open.length > 0;
}
