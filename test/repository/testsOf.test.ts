import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { importersOf } from '../support/importers';
import { mappedNames, testsOf } from '../support/testsOf';
import { sourceFiles } from './sourceFiles';

const root = join(__dirname, '..', '..');

test.each(mappedNames.sources)('the source %s in test/support/testsOf.ts exists', (source) => {
	expect(existsSync(join(root, source))).toBe(true);
});

test.each([...new Set(mappedNames.tests)])(
	'the test %s in test/support/testsOf.ts exists',
	(name) => {
		const path = join(root, 'test', name);
		expect(existsSync(path) || existsSync(`${path}.test.ts`)).toBe(true);
	},
);

test('each source of nodes/shared/ has tests in testsOf.ts besides those of every source', () => {
	const general = testsOf('nodes/index.ts');
	const files = sourceFiles('nodes/shared').filter((file) => file.endsWith('.ts'));
	const without = files.filter((file) => testsOf(file).every((test) => general.includes(test)));
	expect(without).toEqual([]);
});

test('a change of a table in test/ selects every test that imports it, even indirectly', () => {
	const tests = importersOf(['test/contract/apiTable.ts']);
	expect(tests).toEqual(expect.arrayContaining(['contract/contract', 'response/judge']));
	expect(tests).not.toContain('values/dates');
});
