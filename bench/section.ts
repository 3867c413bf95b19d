import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '..');

export interface Section {
	/** Path below docs/, e.g. `development/performance.md`. */
	page: string;
	/** Name in the markers `<!-- name:start -->` and `<!-- name:end -->`. */
	name: string;
	/** Heading, used if the page has no such section yet. */
	title: string;
}

/** Replaces the text between the markers of a section, and creates the section if it is missing. */
export function writeSection({ page, name, title }: Section, text: string): void {
	const file = join(root, 'docs', page);
	const start = `<!-- ${name}:start -->`;
	const end = `<!-- ${name}:end -->`;
	const previousText = existsSync(file) ? readFileSync(file, 'utf8') : `# ${title}\n`;
	const whole = `${start}\n\n${text.trim()}\n\n${end}`;
	const from = previousText.indexOf(start);
	const to = previousText.indexOf(end);
	const after =
		from >= 0 && to > from
			? previousText.slice(0, from) + whole + previousText.slice(to + end.length)
			: `${previousText.trimEnd()}\n\n## ${title}\n\n${whole}\n`;
	writeFileSync(file, after);
	const prettier = join(root, 'node_modules', 'prettier', 'bin', 'prettier.cjs');
	execFileSync(process.execPath, [prettier, '--write', file], { cwd: root });
}

export const machine = (node = process.version): string =>
	`${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${process.platform}, Node ${node}`;

/** @param manifest path of a package.json, relative to the project */
export const versionIn = (manifest: string): string =>
	(JSON.parse(readFileSync(join(root, manifest), 'utf8')) as { version: string }).version;
