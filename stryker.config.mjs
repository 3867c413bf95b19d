/** Mutation tests of nodes/: see docs/testing.md. */
export default {
	testRunner: 'mocha',
	plugins: ['@stryker-mutator/mocha-runner', './test/mutation/wording.mjs'],
	// tsx for import() as well as require: both give the same module.
	testRunnerNodeArgs: ['--import', 'tsx'],
	mochaOptions: {
		require: ['./test/environment.ts'],
		spec: ['test/mutation/specs.ts'],
		// Mutants make files longer; the others are slow for what they add.
		grep: '^(?!.*(no source file is over|what was remembered is forgotten|MB arrives whole|10,000 without|drips in|service that is down))',
	},
	coverageAnalysis: 'perTest',
	mutate: ['nodes/**/*.ts'],
	ignorers: ['wording'],
	// What runs once, when a file is loaded, would need a new process for each mutant.
	ignoreStatic: true,
	ignorePatterns: [
		'dist',
		'coverage',
		'.build',
		'.playground',
		'playground/node_modules',
		'reports',
	],
	thresholds: { high: 90, low: 85, break: 85 },
	reporters: ['clear-text', 'json', 'html'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	incremental: true,
	incrementalFile: 'reports/mutation/incremental.json',
	concurrency: 2,
	timeoutMS: 8_000,
	timeoutFactor: 1.5,
	dryRunTimeoutMinutes: 15,
};
