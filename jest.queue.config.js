/** Queue mode: a real n8n in several processes, Redis, PostgreSQL, and the sandbox. */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test/queue'],
	testMatch: ['**/*.test.ts'],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.check.json' }] },
	// Each file starts all processes for itself, and they wait a lot.
	maxWorkers: 2,
	testTimeout: 600_000,
};
