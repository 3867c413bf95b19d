import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { circlesIn } from './importGraph';
import { sourceFiles } from './sourceFiles';

const root = join(__dirname, '..', '..');
const PRODUCT = ['nodes', 'credentials'];
const ALL = [...PRODUCT, 'sandbox', 'playground', 'bench', 'scripts', 'test'];
const MOST_LINES = 150;
const MOST_FILES = 15;

test('no source file of the package is over 150 lines', () => {
	const long = PRODUCT.flatMap(sourceFiles)
		.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
		.map(({ file, text }) => ({ file, lines: text.trimEnd().split('\n').length }))
		.filter(({ lines }) => lines > MOST_LINES);
	expect(long).toEqual([]);
});

test('no folder has more than 15 source files', () => {
	const counts = new Map<string, number>();
	for (const folder of ALL.flatMap(sourceFiles).map(dirname)) {
		counts.set(folder, (counts.get(folder) ?? 0) + 1);
	}
	expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
});

test.each([...PRODUCT, 'sandbox', 'playground'])(
	'no files of %s import each other in a circle',
	(folder) => {
		const files = sourceFiles(folder).filter((file) => file.endsWith('.ts'));
		expect(files).not.toHaveLength(0);
		expect(circlesIn(files.map((file) => join(root, file)))).toEqual([]);
	},
);
