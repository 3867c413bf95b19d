const asyncHooks = require('node:async_hooks');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/**
 * Libraries that each worker loads only once. Jest would load them for each test file, and n8n-core
 * takes a second of processor time. All other code is compiled once, but run for each file. All
 * files of a worker share its globals, because n8n-core would not recognize another realm's
 * `Error`.
 */
const LOADED_ONCE =
	/\/node_modules\/(n8n-core|n8n-workflow|@n8n\/[^/]+|fast-check|fastify|@fastify\/[^/]+|typescript)\//;

/** Names of the symbols that Jest's runner adds to the globals. */
const JEST_STATE = new Set(['EVENT_HANDLERS', 'JEST_STATE_SYMBOL']);

const contexts = new WeakSet();

const compiled = new Map();

const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options = {}) => {
	const { parsingContext, filename, ...others } = options;
	if (!contexts.has(parsingContext)) return compileFunction(code, parameters, options);
	if (LOADED_ONCE.test(filename)) {
		return (module) => {
			module.exports = require(filename);
		};
	}
	const before = compiled.get(filename);
	if (before?.code === code) return before.run;
	const run = compileFunction(code, parameters, { ...others, filename });
	compiled.set(filename, { code, run });
	return run;
};

/**
 * Storages that Jest's runner creates, one per file. Each storage in use slows down all promises.
 */
const storages = new Set();
asyncHooks.AsyncLocalStorage = class extends asyncHooks.AsyncLocalStorage {
	run(...given) {
		storages.add(this);
		return super.run(...given);
	}
};

module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		contexts.add(this.context);
		this.global = globalThis;
		this.process = { exit: process.exit, getBuiltinModule: process.getBuiltinModule };
	}

	/**
	 * Removes what Jest adds for each file. Otherwise files would stay in memory and receive the
	 * events of later files.
	 */
	async teardown() {
		Object.assign(process, this.process);
		for (const key of Object.getOwnPropertySymbols(globalThis)) {
			if (JEST_STATE.has(key.description)) delete globalThis[key];
		}
		for (const storage of storages) storage.disable();
		storages.clear();
		await super.teardown();
	}
};
