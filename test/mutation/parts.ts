import { sourceFiles } from '../repository/sourceFiles';
import { testFiles, testsOfMutant } from '../support/testsOf';

/** Sources with the same tests, which one run of Stryker mutates. */
export interface Part {
	sources: string[];
	/** Relative to test/. */
	tests: string[];
}

/**
 * Groups the sources of a folder, or returns one file.
 * @throws if a source has no tests
 */
export function partsOf(folder: string): Part[] {
	const parts = new Map<string, Part>();
	const files = sourceFiles('nodes').filter((file) => file.endsWith('.ts'));
	for (const file of files.filter((one) => one === folder || one.startsWith(`${folder}/`))) {
		const tests = testFiles(testsOfMutant(file));
		if (tests.length === 0)
			throw new Error(`No test holds ${file}: see test/support/testsOf.ts`);
		const key = [...tests].sort().join();
		const { sources } = parts.get(key) ?? { sources: [] };
		parts.set(key, { sources: [...sources, file], tests });
	}
	return [...parts.values()];
}
