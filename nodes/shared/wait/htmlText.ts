import { decodeEntities } from './htmlEntities';

/** Elements whose content is no text of the page. It ends only at their end tag. */
const HIDDEN = new Set(['style', 'script', 'title', 'template', 'noembed', 'noframes']);
/** How many line breaks are around an element, at least. */
const BREAKS = new Map([
	...'address article aside blockquote body center dd div dl dt fieldset figcaption figure footer form header hr html li main nav ol pre section table tr ul'
		.split(' ')
		.map((name) => [name, 1] as const),
	...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, 2] as const),
]);
const CELLS = new Set(['td', 'th']);

/** Puts words together. Space between them counts once, and so do breaks around nested elements. */
function newWriter() {
	const parts: string[] = [];
	let isSpaced = false;
	let breaks = 0;
	const writer = {
		space: () => (isSpaced = true),
		/** At least so many line breaks. */
		break: (count: number) => (breaks = Math.max(breaks, count)),
		/** One more line break. */
		newLine: () => (breaks += 1),
		write(source: string) {
			const words = source.split(/[ \t\r\n\f]+/);
			const text = words.filter(Boolean).join(' ');
			if (words.length > 1 && words[0] === '') isSpaced = true;
			if (text === '') return;
			const gap = isSpaced ? ' ' : '';
			if (parts.length > 0) parts.push(breaks > 0 ? '\n'.repeat(Math.min(breaks, 2)) : gap);
			parts.push(decodeEntities(text));
			breaks = 0;
			isSpaced = words.at(-1) === '';
		},
		text: () => parts.join(''),
	};
	return writer;
}

/** The position after a tag, whose quoted values may contain `>`. The rest of an unclosed one is no text. */
function endOfTag(html: string, from: number): number {
	const marks = /=[ \t\r\n\f]*(?:(["'])|[^\s>"'][^\s>]*)|>/g;
	marks.lastIndex = from;
	for (let mark = marks.exec(html); mark; mark = marks.exec(html)) {
		if (mark[0] === '>') return marks.lastIndex;
		const [, quote] = mark;
		if (!quote) continue;
		const closed = html.indexOf(quote, marks.lastIndex);
		if (closed < 0) return html.length;
		marks.lastIndex = closed + 1;
	}
	return html.length;
}

/** The position after a text that is searched for; the end if it is not there. */
function after(html: string, text: string, from: number): number {
	const found = html.indexOf(text, from);
	return found < 0 ? html.length : found + text.length;
}

/** The position of the end tag of an element. */
function endTagOf(html: string, name: string, from: number): number {
	const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
	end.lastIndex = from;
	return end.exec(html)?.index ?? html.length;
}

/**
 * The text of an HTML message, as a person reads it: without tags, comments, styles and scripts, with
 * its lines. The time it takes grows with the length alone, however broken the HTML is.
 *
 * @returns plain text, which a page has to escape
 */
export function textOfHtml(html: string): string {
	const writer = newWriter();
	const markup = /<(?=[a-z/!?])(\/?[a-z][^\s/>]*)?/gi;
	let at = 0;
	for (let found = markup.exec(html); found; found = markup.exec(html)) {
		writer.write(html.slice(at, found.index));
		at = afterMarkup(html, found, writer);
		markup.lastIndex = at;
	}
	writer.write(html.slice(at));
	return writer.text();
}

/** Reads a tag or a comment. @returns the position after it */
function afterMarkup(html: string, found: RegExpExecArray, writer: ReturnType<typeof newWriter>) {
	const { index, 0: start, 1: tag = '' } = found;
	if (html.startsWith('<!--', index)) return after(html, '-->', index + 2);
	if (tag === '') return after(html, '>', index);
	const end = endOfTag(html, index + start.length);
	const name = tag.replace('/', '').toLowerCase();
	if (HIDDEN.has(tag.toLowerCase())) return endTagOf(html, name, end);
	if (name === 'br') writer.newLine();
	if (CELLS.has(name)) writer.space();
	writer.break(BREAKS.get(name) ?? 0);
	if (tag.toLowerCase() === 'li') writer.write('• ');
	return end;
}
