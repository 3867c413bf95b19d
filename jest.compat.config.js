/** The contract through n8n-core of the oldest n8n that this package supports (`compat/`). */
const base = require('./jest.config.js');

module.exports = {
	...base,
	// Two of the test files run here: the gate is for all of them.
	coverageThreshold: {},
	// This n8n-core keeps a timer of its own open.
	forceExit: true,
	testMatch: ['<rootDir>/test/{contract,output}.test.ts'],
	// That n8n does not sign the address on which a Wait node is woken; everything else is the same.
	testNamePattern: '^(?!.*called back through the Wait node)',
	moduleNameMapper: {
		'^(n8n-core|n8n-workflow|@n8n/[^/]+)(/.*)?$': '<rootDir>/compat/node_modules/$1$2',
	},
};
