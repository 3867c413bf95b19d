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

// Smaller random histories and mailings of the trigger than in Jest.
process.env.HISTORIES ??= '150';
process.env.RECIPIENTS ??= '20000';

// Loads all sources before the first test. Stryker then knows which code runs only at load; mutants
// of such code are ignored.
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

/** The test files in SPECS, separated by commas; by default the tests of all sources. */
const chosen = process.env.SPECS?.split(',') ?? partsOf('nodes').flatMap(({ tests }) => tests);

for (const file of new Set(chosen)) {
	const path = join(root, file);
	// Tests with real sockets must not run through nock. Unlike Jest, this process loads nock only
	// once.
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
