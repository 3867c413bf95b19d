import { Expression } from 'n8n-workflow';

type Engine = Parameters<typeof Expression.initExpressionEngine>[0]['engine'];

let started: Promise<void> | undefined;

/**
 * Runs expressions in the engine that EXPRESSION_ENGINE names, for the rest of the test file. `vm`
 * is the engine of n8n's server, and needs Node 24 with a built isolated-vm. `quickjs` is isolated
 * as well and runs anywhere. Both need NODE_OPTIONS=--experimental-vm-modules; the default `legacy`
 * does not.
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

// A script outside Jest has no `afterAll`.
if ('afterAll' in globalThis)
	afterAll(async () => {
		if (started) await Expression.disposeExpressionEngine();
	});
