import { bind } from 'jest-each';
import { expect } from 'expect';
import { ModuleMocker } from 'jest-mock';

/**
 * The part of Jest that the tests use, for mocha: under Stryker all tests run in one process that has
 * loaded n8n-core once, while Jest would load it anew for each file and each mutant. The parts are Jest's
 * own.
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

// One after the other: a mutant must not be blamed for what another test does.
const test = Object.assign(withEach(spec), { concurrent: withEach(spec), skip: () => {} });
Object.assign(globalThis, {
	expect,
	describe: withEach(suite),
	test,
	it: test,
	beforeAll: before,
	afterAll: after,
	jest: {
		// Stryker has a limit of its own for each mutant.
		setTimeout: () => {},
		fn: mocker.fn.bind(mocker),
		spyOn: mocker.spyOn.bind(mocker),
		restoreAllMocks: () => mocker.restoreAllMocks(),
	},
});
