import { bind } from 'jest-each';
import { expect } from 'expect';
import { ModuleMocker } from 'jest-mock';

/**
 * Provides the functions of Jest that tests use, for mocha. Under Stryker, all tests run in one
 * process that has loaded n8n-core once. Jest would load it for each file and each mutant.
 */
const { describe: suite, it: spec, before, after } = globalThis as unknown as MochaGlobals;

interface MochaGlobals {
	describe: (title: string, fill: () => void) => void;
	it: (title: string, run: () => Promise<void> | void) => void;
	before: (run: () => Promise<void> | void) => void;
	after: (run: () => Promise<void> | void) => void;
}

const mocker = new ModuleMocker(globalThis);
const withEach = <T extends (title: string, run: () => Promise<void> | void) => void>(global: T) =>
	Object.assign((title: string, run: () => Promise<void> | void) => global(title, run), {
		each: bind(global as never, false),
	});

// Concurrent tests run one after the other, so that a failure belongs to the right mutant.
const test = Object.assign(withEach(spec), { concurrent: withEach(spec), skip: () => {} });
Object.assign(globalThis, {
	expect,
	describe: withEach(suite),
	test,
	it: test,
	beforeAll: before,
	afterAll: after,
	jest: {
		// Stryker has a time limit for each mutant.
		setTimeout: () => {},
		fn: mocker.fn.bind(mocker),
		spyOn: mocker.spyOn.bind(mocker),
		restoreAllMocks: () => mocker.restoreAllMocks(),
	},
});
