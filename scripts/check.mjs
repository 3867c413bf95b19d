/** `npm run check`: lint, format, types, and the tests of what changed since main. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';

const git = (...args) =>
	execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const knows = (ref) => spawnSync('git', ['rev-parse', '--verify', '-q', ref]).status === 0;

/** What the branch, the index and the working tree changed; without main, since the last commit. */
function changedFiles() {
	const main = ['origin/main', 'main'].find(knows);
	const base = main ? git('merge-base', main, 'HEAD')[0] : 'HEAD';
	const files = [
		...git('diff', '--name-only', base),
		...git('ls-files', '--others', '--exclude-standard'),
	];
	return [...new Set(files)].filter(existsSync);
}

function run(title, ...command) {
	const start = Date.now();
	const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
	const seconds = ((Date.now() - start) / 1000).toFixed(1);
	console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${title}, ${seconds} s`);
	if (status !== 0) process.exitCode = 1;
}

const bin = (path) => `node_modules/${path}`;
const files = process.argv.length > 2 ? process.argv.slice(2) : changedFiles();
const code = files.filter((file) => /\.([cm]?[jt]s)$/.test(file));
const linted = [...code, ...files.filter((file) => /^package\.json$|\.node\.json$/.test(file))];

mkdirSync('.build', { recursive: true });
console.log(`${files.length} changed files`);
if (files.length > 0) {
	run('format', bin('prettier/bin/prettier.cjs'), '--check', '--ignore-unknown', ...files);
}
if (linted.length > 0) run('lint', bin('eslint/bin/eslint.js'), '--no-warn-ignored', ...linted);
if (code.length > 0) {
	const info = ['--incremental', '--tsBuildInfoFile', '.build/check.tsbuildinfo'];
	run('types', bin('typescript/bin/tsc'), '-p', 'tsconfig.check.json', ...info);
}
/**
 * The tests of a file. Nodes are loaded by their names, so jest does not know who tests them: the folders of
 * test/ mirror the rooms.
 */
const TESTS = [
	[/^(test\/(?!e2e|queue|soak).*\.test\.ts)$/, '$1'],
	[/^nodes\/shared\/node\//, 'test/description'],
	[/^nodes\/shared\/api\//, 'test/contract/contract'],
	[/^nodes\/shared\/(\w+)\//, 'test/$1/'],
	[/^nodes\/MessagingServiceTrigger\//, 'test/trigger/'],
	[/^nodes\/MessagingServiceContacts\/import\//, 'test/batch/import'],
	[/^(?:nodes|test\/contract)\//, 'test/contract/contract'],
	[/^(credentials|sandbox)\//, 'test/$1/'],
];
const testsOf = (file) => {
	const [pattern, tests] = TESTS.find(([one]) => one.test(file)) ?? [];
	return pattern ? [tests.replace('$1', pattern.exec(file)[1])] : [];
};
// Rules for files and pages read them without importing them.
const rules = [
	'test/repository/',
	'test/newOperation/',
	'test/description/',
	'test/reference/upToDate',
];
const tests = [...new Set([...rules, ...files.flatMap(testsOf)])];
console.log(`tests: ${tests.join(', ')}`);
run('tests', bin('jest/bin/jest.js'), '--silent', ...tests);
