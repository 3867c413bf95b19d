import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const EVIDENCE = 'docs/development/reliability.md';
const REVIEWERS = 'docs/development/for-reviewers.md';

const namedIn = (page: string) =>
	[...read(page).matchAll(/`(test\/[\w/.-]+\.ts) › ([^`]+)`/g)].map(
		([, file, title]): [string, string] => [file, title],
	);
const named = namedIn(EVIDENCE);

test('every promise names its test', () => {
	const rows = read(EVIDENCE)
		.split('\n')
		.filter((line) => /^\| (?!Promise|-)/.test(line));
	expect(rows.length).toBeGreaterThan(20);
	expect(named).toHaveLength(rows.length);
});

test.each([...named, ...namedIn(REVIEWERS)])('%s contains the test "%s"', (file, title) => {
	expect(existsSync(join(root, file))).toBe(true);
	const source = read(file).replace(/\s+/g, ' ');
	expect(source).toContain(title);
});

test('the page for users has about 40 promises, each with a test of the table', () => {
	const [promises] = read('docs/reliability.md').split('## What cannot be promised');
	const lines = promises.split('\n').filter((line) => line.startsWith('- '));
	expect(lines.length).toBeGreaterThanOrEqual(35);
	expect(lines.length).toBeLessThanOrEqual(50);
	const files = new Set(named.map(([file]) => file));
	const linked = lines.map((line) => /\(\[test\]\(\.\.\/([^)]+)\)\)$/.exec(line)?.[1] ?? line);
	expect(linked.filter((one) => !files.has(one))).toEqual([]);
});

test('the page for reviewers has each function that leans on internals of n8n, and no other', () => {
	const sources = ['http/n8nInternals.ts', 'wait/n8nWait.ts'];
	const functions = sources.flatMap((file) =>
		[
			...read(`nodes/shared/${file}`).matchAll(
				/^export (?:async )?(?:function|const) (\w+)/gm,
			),
		].map(([, name]) => name),
	);
	const [, tables] = read(REVIEWERS).split('## What of n8n');
	const listed = [...tables.matchAll(/^\| (`\w+`(?:, `\w+`)*) +\|/gm)].flatMap(([, cell]) =>
		cell.replace(/`/g, '').split(', '),
	);
	expect(listed.sort()).toEqual(functions.sort());
});
