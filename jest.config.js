const { cpus } = require('node:os');

/** Without `--selectProjects`: the unit tests. */
const at = process.argv.indexOf('--selectProjects');
const chosen = at < 0 ? 'unit' : process.argv[at + 1];

const base = {
	testEnvironment: 'node',
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json' }] },
};

/** In-process: n8n's engine, and the service as nock or the sandbox. */
const unit = {
	...base,
	testEnvironment: '<rootDir>/test/support/testEnvironment.js',
	// Beyond the tests only for the coverage: a file that no test reads counts too.
	roots: ['<rootDir>/test', '<rootDir>/nodes', '<rootDir>/credentials'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/(e2e|queue|soak)/'],
	setupFiles: ['<rootDir>/test/support/environment.ts'],
	// Babel's instrumentation counts each `??`, `&&` and default value as a branch.
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
};

/** A real n8n, a real browser, the sandbox over real HTTP. */
const e2e = {
	...base,
	roots: ['<rootDir>/test/e2e'],
	testMatch: ['**/*.test.ts'],
	globalSetup: '<rootDir>/test/e2e/n8n/globalSetup.ts',
	globalTeardown: '<rootDir>/test/e2e/n8n/globalTeardown.ts',
};

/** At night, or with NIGHTLY=1: each starts all processes for itself. */
const nightly = process.env.NIGHTLY === '1' ? [] : ['<rootDir>/test/queue/(codes|twoWorkers)'];

const projects = {
	unit,
	/** Tests of sending, and of sending once, with n8n-core of the oldest supported n8n. */
	oldest: {
		...unit,
		testMatch: [
			'<rootDir>/test/credentials/privateConnection.test.ts',
			'<rootDir>/test/http/connection.test.ts',
			'<rootDir>/test/contract/contract.test.ts',
			'<rootDir>/test/run/{choices,options,output,runOperation}.test.ts',
			'<rootDir>/test/run/once/{singleSends,batches}.test.ts',
			'<rootDir>/test/run/sending/{laterTries,oneAccount,stopOnFailure}.test.ts',
			'<rootDir>/test/http/n8nInternals.test.ts',
			'<rootDir>/test/batch/send.test.ts',
			'<rootDir>/test/faults/retry.test.ts',
			'<rootDir>/test/trigger/{replies,failures}.test.ts',
		],
		moduleNameMapper: {
			'^(n8n-core|n8n-workflow|@n8n/[^/]+)(/.*)?$':
				'<rootDir>/.ci/oldest-n8n/node_modules/$1$2',
		},
	},
	e2e,
	/** Makes the screenshots of `docs/` anew. */
	screenshots: {
		...e2e,
		testMatch: [
			'<rootDir>/test/e2e/screenshots/{editor,waitPage,noAction}.ts',
			// Tests whose steps are on the images.
			'<rootDir>/test/e2e/{trigger,firstSms}.test.ts',
		],
	},
	/** A real n8n in several processes, Redis, PostgreSQL, and the sandbox. */
	queue: {
		...base,
		roots: ['<rootDir>/test/queue'],
		testMatch: ['**/*.test.ts'],
		testPathIgnorePatterns: ['/node_modules/', ...nightly],
	},
	/** Hours in minutes: a real n8n under load while the service misbehaves. */
	soak: {
		...e2e,
		roots: ['<rootDir>/test/soak'],
		globalSetup: '<rootDir>/test/e2e/n8n/prepared.ts',
	},
};

/** Options that Jest accepts only for a whole run. */
const runs = {
	unit: {
		// Many tests wait for a time to pass. A number, because Jest takes no more workers than cores in percent.
		maxWorkers: 2 * cpus().length,
		// A loaded machine takes long for the first test of a file, which compiles n8n-core.
		testTimeout: 30_000,
		// A worker with n8n-core takes seconds to free its memory on a loaded machine. One that leaves
		// something open never ends, and is still reported.
		workerGracefulExitTimeout: 10_000,
		coverageDirectory: '.build/coverage',
		coverageReporters: [['text', { skipFull: true }], 'text-summary', 'html'],
		coverageThreshold: { global: { lines: 95, branches: 90 } },
	},
	oldest: {
		maxWorkers: 2 * cpus().length,
		// Its first import takes long, and longer beside the end-to-end tests.
		testTimeout: 60_000,
		// This n8n-core keeps a timer of its own open.
		forceExit: true,
		// It gives polls no time limit; the test after that one has what happens then. In the tunnel of a
		// proxy it always validates certificates. It does not evaluate a resource or an operation, and its
		// editor is not the one whose new steps a test saves.
		testNamePattern:
			'^(?!.*(after 70 % of its time|of the credential alone can allow|a new step sends nothing|"(resource|operation)":"=))',
	},
	// They wait a lot: for n8n to start, for a browser, for the next poll. A busy machine takes long for each.
	e2e: { maxWorkers: 3, testTimeout: 300_000 },
	screenshots: { maxWorkers: 3, testTimeout: 300_000 },
	queue: { maxWorkers: 2, testTimeout: 600_000 },
	soak: { maxWorkers: 1, testTimeout: 300_000 },
};

if (chosen === 'screenshots') process.env.SCREENSHOTS = '1';

module.exports = {
	...runs[chosen],
	projects: [{ displayName: chosen, ...projects[chosen] }],
};
