import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './sourceFiles';

const root = join(__dirname, '..', '..');
const helper = 'test/support/judged.ts';

test('every property test counts what it judged', () => {
	const asserting = sourceFiles('test').filter((file) =>
		/\bfc\.(assert|check)\(/.test(readFileSync(join(root, file), 'utf8')),
	);
	// The ledger's test has a tally of its own, by kind, fault and setting.
	const own = ['test/repository/properties.test.ts', 'test/ledger/ledger.test.ts'];
	expect(asserting.filter((file) => !own.includes(file))).toEqual([helper]);
});
