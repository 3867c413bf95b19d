/** What is sent, and sent once, through n8n-core of the oldest n8n that this package supports (`compat/`). */
const base = require('./jest.config.js');

module.exports = {
	...base,
	// The gate is for all test files, and a few of them run here.
	coverageThreshold: {},
	// This n8n-core keeps a timer of its own open.
	forceExit: true,
	testMatch: [
		'<rootDir>/test/credentials/privateConnection.test.ts',
		'<rootDir>/test/http/connection.test.ts',
		'<rootDir>/test/contract/contract.test.ts',
		'<rootDir>/test/run/{choices,emptyOptions,output,runOperation}.test.ts',
		'<rootDir>/test/run/once/{singleSends,batches}.test.ts',
		'<rootDir>/test/run/sending/{laterTries,oneAccount,stopOnFailure}.test.ts',
		'<rootDir>/test/http/n8nInternals.test.ts',
		'<rootDir>/test/batch/send.test.ts',
		'<rootDir>/test/faults/retry.test.ts',
		'<rootDir>/test/trigger/{replies,failures}.test.ts',
	],
	// It gives polls no time limit; the test after that one has what happens then. In the tunnel of a
	// proxy it always validates certificates. It does not evaluate a resource or an operation.
	testNamePattern:
		'^(?!.*(after 70 % of its time|of the credential alone can allow|"(resource|operation)":"=))',
	// Its first import takes long, and longer beside the end-to-end tests.
	testTimeout: 60_000,
	moduleNameMapper: {
		'^(n8n-core|n8n-workflow|@n8n/[^/]+)(/.*)?$': '<rootDir>/compat/node_modules/$1$2',
	},
};
