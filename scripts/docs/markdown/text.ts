import { posix } from 'node:path';

export const code = (text: string): string => `\`${text}\``;

/** Formats a table without its empty columns. */
export function table(heads: string[], rows: string[][]): string {
	const used = heads.flatMap((_, column) => (rows.some((row) => row[column]) ? [column] : []));
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	const tableLines = [heads, used.map(() => '---'), ...rows].map((row, position) =>
		line(position === 1 ? row : used.map((column) => cell(row[column]))),
	);
	return tableLines.join('\n');
}

const cell = (text: string) => text.replace(/\|/g, '\\|').replace(/\s*\n\s*/g, ' ');

export const fromHtml = (text: string): string =>
	text.replace(/<\/?b>/g, '**').replace(/<\/?code>/g, '`');

const WIDTH = 120;
const TAB = 4;

/** Formats JSON with short lists and objects on one line. */
export function json(value: unknown, indent = '', prefix = ''): string {
	const line = oneLine(value);
	const isShort = indent.length * TAB + prefix.length + line.length < WIDTH;
	if (typeof value !== 'object' || value === null || isShort) return line;
	const innerIndent = `${indent}\t`;
	const isList = Array.isArray(value);
	const entries = Object.entries(value)
		.filter(([, entry]) => entry !== undefined)
		.map(([key, entry]) => {
			const name = isList ? '' : `${JSON.stringify(key)}: `;
			return innerIndent + name + json(entry, innerIndent, name);
		});
	const [open, close] = isList ? '[]' : '{}';
	return `${open}\n${entries.join(',\n')}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
	const members = entries.map(([key, entry]) => `${JSON.stringify(key)}: ${oneLine(entry)}`);
	return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

export const jsonBlock = (value: unknown): string => `\`\`\`json\n${json(value)}\n\`\`\``;

/** Formats JSON with a label, on the same line if both fit. */
export function labelled(label: string, value: unknown): string {
	const text = json(value);
	return text.includes('\n') ? `${label}\n${jsonBlock(value)}` : `${label} ${code(text)}`;
}

export const lines = (...parts: string[]): string =>
	parts
		.map((part) => (/`$/.test(part) && !part.endsWith('```') ? `${part}  ` : part))
		.join('\n')
		.trimEnd();

/** Returns the anchor that GitHub derives from a heading. */
export const anchor = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replace(/ /g, '-');

/** Links to a heading on any page. `resolveLinks` adds the path of the page. */
export const link = (text: string, heading: string): string => `[${text}](#${anchor(heading)})`;

/** `path` is relative to docs/. */
export interface Page {
	path: string;
	text: string;
}

/** Completes links to headings of other pages with the path of the target page. */
export function resolveLinks(pages: Page[]): Page[] {
	const pageOf = new Map(
		pages.flatMap(({ path, text }) =>
			[...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => [anchor(heading), path]),
		),
	);
	return pages.map(({ path, text }) => ({
		path,
		text: text.replace(/\]\(#([^)]+)\)/g, (_, to: string) => {
			const page = pageOf.get(to);
			if (page === undefined) throw new Error(`No page of the reference has #${to}`);
			return `](${page === path ? '' : posix.relative(posix.dirname(path), page)}#${to})`;
		}),
	}));
}

export const blocks = (...parts: Array<string | undefined>): string =>
	parts.filter((part) => part).join('\n\n');
