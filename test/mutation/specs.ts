import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import nock from 'nock';
import { importersOf } from '../support/importers';
import { empty, loadFresh } from './fresh';
import './jestGlobals';
import { partsOf } from './parts';

const load = createRequire(__filename);
const root = join(__dirname, '..');

// Random histories and large mailings of the trigger: fewer for each mutant than for the code itself.
process.env.HISTORIES ??= '150';
process.env.RECIPIENTS ??= '20000';

// Loaded before the first test: what runs at load is then told from what a test runs, for a mutant
// that only acts at load does nothing in a process that has loaded everything.
const sources = readdirSync(join(root, '..', 'nodes'), { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => join(root, '..', 'nodes', file));
for (const library of ['n8n-core', 'n8n-workflow']) load(library);
loadFresh(() => {
	for (const file of [...sources, join(root, 'support', 'engine', 'nodeTypes.ts')]) load(file);
});

const mockingHttp = new Set(
	importersOf(['test/support/engine/service.ts']).map((name) => `${name}.test.ts`),
);

/** Named by SPECS, with commas; otherwise all that hold some source. */
const chosen = process.env.SPECS?.split(',') ?? partsOf('nodes').flatMap(({ tests }) => tests);

for (const file of new Set(chosen)) {
	const path = join(root, file);
	// Jest takes nock away with each file's globals; here one process runs tests with nock and such
	// with real sockets, which must not go through it.
	const mocksHttp = mockingHttp.has(file);
	describe(file, () => {
		beforeAll(() => {
			empty();
			if (mocksHttp && !nock.isActive()) nock.activate();
			if (!mocksHttp && nock.isActive()) nock.restore();
		});
		load(path);
	});
}
