import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import nock from 'nock';
import './jestGlobals';

const load = createRequire(__filename);
const root = join(__dirname, '..');

// Random histories and large mailings of the trigger: fewer for each mutant than for the code itself.
process.env.HISTORIES ??= '150';
process.env.RECIPIENTS ??= '20000';

/**
 * The test files of a mutation run, the quickest to fail first; docs/testing.md says what is left out.
 * SPECS names those for a part of the tree, with commas. */
const all = [
	'faults/limiter',
	'faults/answers',
	'faults/words',
	'formats',
	'paging',
	'trigger/turns',
	'trigger/reading',
	'trigger/pollOnce',
	'trigger/deliveries',
	'trigger/replies',
	'trigger/pages',
	'editor/templateText',
	'batch/dryRun',
	'batch/status',
	'contract',
	'output',
	'credentials',
	'pickers',
	'refusals',
	'urlLimit',
	'trigger/events',
	'trigger/coding',
	'trigger/history',
	'batch/itemValues',
	'batch/import',
	'batch/check',
	'batch/send',
	'files',
	'editor/generatedCode',
	'structure',
	'trigger/troubles',
	'connection',
	'faults/odd',
	'faults/retry',
	'faults/retryAfter',
	'faults/inFlight',
];

// Loaded before the first test: what runs at load is then told from what a test runs, for a mutant
// that only acts at load does nothing in a process that has loaded everything.
const sources = readdirSync(join(root, '..', 'nodes'), { recursive: true, encoding: 'utf8' });
for (const file of sources) if (file.endsWith('.ts')) load(join(root, '..', 'nodes', file));

const chosen = process.env.SPECS?.split(',') ?? all;

for (const file of chosen) {
	const path = join(root, `${file}.test.ts`);
	// Jest takes nock away with each file's globals; here one process runs tests with nock and such
	// with real sockets, which must not go through it.
	const mocksHttp = /engine\/service'/.test(readFileSync(path, 'utf8'));
	describe(relative(root, path), () => {
		beforeAll(() => {
			if (mocksHttp && !nock.isActive()) nock.activate();
			if (!mocksHttp && nock.isActive()) nock.restore();
		});
		load(path);
	});
}
