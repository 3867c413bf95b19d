/** At night, or with NIGHTLY=1: each starts all processes for itself. */
const nightly = ['codes', 'twoWorkers'].map((name) => `/test/queue/${name}.test.ts`);

/** Queue mode: a real n8n in several processes, Redis, PostgreSQL, and the sandbox. */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test/queue'],
	testMatch: ['**/*.test.ts'],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.check.json' }] },
	testPathIgnorePatterns: ['/node_modules/', ...(process.env.NIGHTLY === '1' ? [] : nightly)],
	// They wait a lot.
	maxWorkers: 2,
	testTimeout: 600_000,
};
