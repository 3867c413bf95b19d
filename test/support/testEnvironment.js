const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/**
 * Jest's environment for Node, but each worker loads these libraries once. Jest would load them again
 * for each of 140 test files, and n8n-core alone takes a second of processor time.
 *
 * All files of a worker share its globals: in a realm of its own, a file would have another `Error`
 * than n8n-core. The code of the package and nock are still loaded for each file.
 */
const LOADED_ONCE =
	/\/node_modules\/(n8n-core|n8n-workflow|@n8n\/[^/]+|fast-check|fastify|@fastify\/[^/]+|typescript)\//;

const contexts = new WeakSet();
const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options = {}) => {
	const { parsingContext, filename, ...others } = options;
	if (!contexts.has(parsingContext)) return compileFunction(code, parameters, options);
	if (LOADED_ONCE.test(filename)) {
		return (module) => {
			module.exports = require(filename);
		};
	}
	return compileFunction(code, parameters, { ...others, filename });
};

module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		contexts.add(this.context);
		this.global = globalThis;
	}
};
