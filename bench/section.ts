import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Puts a text between the markers of a section of a page, and makes the section where there is none. */
export function writeSection(file: string, section: string, title: string, text: string): void {
	const start = `<!-- ${section}:start -->`;
	const end = `<!-- ${section}:end -->`;
	const before = existsSync(file) ? readFileSync(file, 'utf8') : '# Performance\n';
	const whole = `${start}\n\n${text.trim()}\n\n${end}`;
	const from = before.indexOf(start);
	const to = before.indexOf(end);
	const after =
		from >= 0 && to > from
			? before.slice(0, from) + whole + before.slice(to + end.length)
			: `${before.trimEnd()}\n\n## ${title}\n\n${whole}\n`;
	writeFileSync(file, after);
}
