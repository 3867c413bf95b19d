import { parts, sourcesOf, testsOf } from '../mutation/parts';
import { sourceFiles } from './sourceFiles';

test.each(parts)('the mutation tests of $source name files that exist', (part) => {
	expect(sourcesOf(part)).not.toHaveLength(0);
	for (const name of part.tests) expect(testsOf([name])).not.toHaveLength(0);
});

test('every file of nodes/ is in one part of the mutation tests', () => {
	const files = parts.flatMap(sourcesOf);
	const sources = sourceFiles('nodes').filter((file) => file.endsWith('.ts'));
	expect(files.sort()).toEqual(sources.sort());
});
