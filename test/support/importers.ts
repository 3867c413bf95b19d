import { join, relative } from 'node:path';
import { importsOf } from '../repository/importGraph';
import { sourceFiles } from '../repository/sourceFiles';

const root = join(__dirname, '..', '..');
/**
 * If a test imports a file in these folders, the file's imports count as imports of the test.
 * Sources of the package are not followed, because each source reaches nearly all others.
 */
const FOLLOWED = /^(test|scripts|playground)\//;

/**
 * Returns the files that a test imports, directly or through `FOLLOWED` files, relative to the
 * project.
 */
function reachedBy(test: string): Set<string> {
	const reached = new Set([test]);
	for (const file of reached) {
		if (!FOLLOWED.test(file)) continue;
		for (const path of importsOf(join(root, file))) reached.add(relative(root, path));
	}
	return reached;
}

/** Returns the files of `npm test`, relative to the project. */
export const unitTests = (): string[] =>
	sourceFiles('test').filter((file) => /^test\/(?!e2e|queue|soak).*\.test\.ts$/.test(file));

/** Returns the tests that import one of the files, relative to test/ and without `.test.ts`. */
export function importersOf(files: string[]): string[] {
	return unitTests()
		.filter((test) => {
			const reached = reachedBy(test);
			return files.some((file) => reached.has(file));
		})
		.map((test) => test.replace(/^test\/|\.test\.ts$/g, ''));
}
