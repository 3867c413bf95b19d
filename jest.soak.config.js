/** Hours in minutes: a real n8n under load while the service misbehaves. */
const base = require('./jest.e2e.config.js');

module.exports = {
	...base,
	roots: ['<rootDir>/test/soak'],
	globalSetup: '<rootDir>/test/e2e/n8n/prepared.ts',
	maxWorkers: 1,
	// A fault that shows once in an hour must not be run away.
	setupFilesAfterEnv: [],
};
