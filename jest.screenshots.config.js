/** Makes the screenshots of `docs/` anew: a real n8n, a real browser, the sandbox. */
const base = require('./jest.e2e.config.js');

process.env.SCREENSHOTS = '1';

module.exports = {
	...base,
	testMatch: [
		'<rootDir>/test/e2e/screenshots/{editor,waitPage,noAction}.ts',
		// Tests whose steps are on the images.
		'<rootDir>/test/e2e/{trigger,form-to-sms,editor/build}.test.ts',
	],
};
