/** Titles of tests that cannot pass under Stryker, or take too long. */
const leftOut = [
	'leaves no socket and no timer behind', // Counts sockets and timers of the whole process.
	'what was remembered is forgotten', // Collects garbage up to 50 times.
	'MB arrives whole',
	'10,000 without',
	'2,000',
	'service that is down',
	'is waited',
	'of two n8n processes', // Loads a module a second time, which only Jest can.
	// Each replaces a function of a module, which only Jest can.
	'if this package failed',
	'faults/token',
	'is what its script writes', // Reads a source, which Stryker has changed.
];

/** Mutation tests of nodes/: see docs/development/testing.md. */
export default {
	testRunner: 'mocha',
	plugins: ['@stryker-mutator/mocha-runner', './test/mutation/wording.mjs'],
	// With tsx, import() and require() return the same module.
	testRunnerNodeArgs: ['--import', 'tsx'],
	mochaOptions: {
		require: ['./test/support/environment.ts'],
		spec: ['test/mutation/specs.ts'],
		grep: `^(?!.*(${leftOut.join('|')}))`,
	},
	coverageAnalysis: 'perTest',
	mutate: ['nodes/**/*.ts'],
	ignorers: ['wording'],
	// Code that only runs at load would need a new process for each mutant.
	ignoreStatic: true,
	tempDirName: '.build/stryker',
	ignorePatterns: ['dist', '.build', 'playground/.data', 'playground/node_modules'],
	thresholds: { high: 90, low: 85, break: 85 },
	reporters: ['clear-text', 'json', 'html', 'progress-append-only'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	incremental: true,
	incrementalFile: '.build/mutation/incremental.json',
	jsonReporter: { fileName: '.build/mutation/mutation.json' },
	htmlReporter: { fileName: '.build/mutation/mutation.html' },
	concurrency: 2,
	timeoutMS: 5_000,
	timeoutFactor: 1.5,
	dryRunTimeoutMinutes: 15,
};
