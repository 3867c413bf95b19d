import { sourceFiles } from '../repository/sourceFiles';
import { testFiles, testsOfMutant } from '../support/testsOf';

/** Sources that the same tests hold, so that one run of Stryker can mutate them. */
export interface Part {
	sources: string[];
	/** From test/. */
	tests: string[];
}

/** The parts of the sources in a folder, or of one file. @throws if a source has no tests */
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
