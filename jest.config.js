const { cpus } = require('node:os');

/** Unit, structure and contract tests: run in-process, no real n8n. */
module.exports = {
	testEnvironment: '<rootDir>/test/support/testEnvironment.js',
	// Many tests wait for a time to pass. A number, because Jest takes no more workers than cores in percent.
	maxWorkers: 2 * cpus().length,
	// A loaded machine takes long for the first test of a file, which compiles n8n-core.
	testTimeout: 30_000,
	// Beyond the tests only for the coverage: a file that no test reads counts too.
	roots: ['<rootDir>/test', '<rootDir>/nodes', '<rootDir>/credentials'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: [
		'/node_modules/',
		'<rootDir>/test/e2e/',
		'<rootDir>/test/queue/',
		'<rootDir>/test/soak/',
	],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.check.json' }] },
	setupFiles: ['<rootDir>/test/support/environment.ts'],
	// Babel's instrumentation counts each `??`, `&&` and default value as a branch.
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageProvider: 'babel',
	coverageReporters: [['text', { skipFull: true }], 'text-summary', 'html'],
	coverageThreshold: { global: { lines: 95, branches: 90 } },
};
