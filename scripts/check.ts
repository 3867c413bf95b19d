/** `npm run check`: lint, format, types, and the tests of the files that changed since main. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { importersOf, unitTests } from '../test/support/importers';
import { testsOf } from '../test/support/testsOf';

const git = (...args: string[]) =>
	execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const knows = (ref: string) => spawnSync('git', ['rev-parse', '--verify', '-q', ref]).status === 0;

/**
 * Files changed in the branch, the index and the working tree. Without a main branch, files changed
 * since the last commit.
 */
function changedFiles(): string[] {
	const main = ['origin/main', 'main'].find(knows);
	const base = main ? git('merge-base', main, 'HEAD')[0] : 'HEAD';
	const files = [
		...git('diff', '--name-only', base),
		...git('ls-files', '--others', '--exclude-standard'),
	];
	return [...new Set(files)].filter(existsSync);
}

function run(title: string, ...command: string[]) {
	const start = Date.now();
	const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
	const seconds = ((Date.now() - start) / 1000).toFixed(1);
	console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${title}, ${seconds} s`);
	if (status !== 0) process.exitCode = 1;
}

const bin = (path: string) => `node_modules/${path}`;
const files = process.argv.length > 2 ? process.argv.slice(2) : changedFiles();
const code = files.filter((file) => /\.([cm]?[jt]s)$/.test(file));
const changesRules = files.some((file) => /^(rooms\.json|eslint\.config\.mjs)$/.test(file));
const linted = changesRules
	? ['.']
	: [...code, ...files.filter((file) => /^package\.json$|\.node\.json$/.test(file))];

mkdirSync('.build', { recursive: true });
console.log(`${files.length} changed files`);
if (files.length > 0) {
	run('format', bin('prettier/bin/prettier.cjs'), '--check', '--ignore-unknown', ...files);
}
if (linted.length > 0) run('lint', bin('eslint/bin/eslint.js'), '--no-warn-ignored', ...linted);
if (code.length > 0) {
	const info = ['--incremental', '--tsBuildInfoFile', '.build/check.tsbuildinfo'];
	run('types', bin('typescript/bin/tsc'), '-p', 'test/tsconfig.json', ...info);
}
const pathOf = (name: string) =>
	existsSync(`test/${name}.test.ts`) ? `test/${name}.test.ts` : `test/${name}/`;
// Tests that read sources and pages as files.
const rules = ['test/repository/', 'test/description/', 'test/reference/page'];
const held = [...files.flatMap(testsOf), ...importersOf(files)];
const tests = [...new Set([...rules, ...held.map(pathOf)])];
const all = unitTests();
const chosen = all.filter((file) => tests.some((path) => file.startsWith(path)));
console.log(`tests: ${tests.join(', ')}`);
console.log(`${chosen.length} of the ${all.length} files of tests; npm test runs all`);
run('tests', bin('jest/bin/jest.js'), '--silent', ...tests);
