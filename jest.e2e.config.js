/** End-to-end tests: a real n8n, a real browser, the sandbox over real HTTP. */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test/e2e'],
	testMatch: ['**/*.test.ts'],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.check.json' }] },
	globalSetup: '<rootDir>/test/e2e/buildOnce.ts',
	globalTeardown: '<rootDir>/test/e2e/throwAway.ts',
	setupFilesAfterEnv: ['<rootDir>/test/e2e/retry.ts'],
	maxWorkers: 1,
	testTimeout: 120_000,
};
