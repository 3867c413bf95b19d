import { Expression } from 'n8n-workflow';

type Engine = Parameters<typeof Expression.initExpressionEngine>[0]['engine'];

let started: Promise<void> | undefined;

/**
 * Runs this file's expressions in the engine that EXPRESSION_ENGINE names. `quickjs` is isolated like a
 * server's and runs anywhere. `vm` is the server's and needs a built isolated-vm, so Node 24. Both need
 * NODE_OPTIONS=--experimental-vm-modules; the default `legacy` does not.
 */
export async function startExpressionEngine(): Promise<void> {
	const engine = (process.env.EXPRESSION_ENGINE ?? 'legacy') as Engine;
	if (engine === 'legacy') return;
	started ??= Expression.initExpressionEngine({
		engine,
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
		poolSize: 1,
		maxCodeCacheSize: 1024,
	});
	await started;
}

// A script has no test hooks.
if ('afterAll' in globalThis)
	afterAll(async () => {
		if (started) await Expression.disposeExpressionEngine();
	});
