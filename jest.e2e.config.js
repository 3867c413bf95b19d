/** End-to-end tests: a real n8n, a real browser, the sandbox over real HTTP. */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test/e2e'],
	testMatch: ['**/*.test.ts'],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.check.json' }] },
	globalSetup: '<rootDir>/test/e2e/n8n/globalSetup.ts',
	globalTeardown: '<rootDir>/test/e2e/n8n/globalTeardown.ts',
	setupFilesAfterEnv: ['<rootDir>/test/e2e/n8n/retry.ts'],
	// They wait a lot: for n8n to start, for a browser, for the next poll. A busy machine takes long for each.
	maxWorkers: 3,
	testTimeout: 300_000,
};
