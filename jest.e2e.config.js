/** End-to-end tests: a real n8n, a real browser, the sandbox over real HTTP. */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test/e2e'],
	testMatch: ['**/*.test.ts'],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.check.json' }] },
	maxWorkers: 1,
	testTimeout: 120_000,
};
