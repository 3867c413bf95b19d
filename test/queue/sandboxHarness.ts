import type { SavedCredential } from '../../playground/rest';
import { type Sandbox, startSandbox } from '../../sandbox';
import { type Cluster, startCluster } from './cluster/cluster';
import { type Execution, executions, isOpen, type Said, said } from './outcome';
import { pause, until } from '../support/until';

/** Like nothing else in any file, so that one search finds every place it reached. */
export const TOKEN = 'queue-TOKEN-3c81d6e7';

export interface World {
	cluster: Cluster;
	/** Target of the workflows. */
	sandbox: Sandbox;
	account: SavedCredential;
	/** Messages of one load, whose names begin with the prefix. */
	sent: (prefix: string) => Said[];
	executions: () => Promise<Execution[]>;
	/** Waits until no execution is new or running any more. */
	settled: (seconds: number) => Promise<void>;
	/**
	 * The same after a failure. n8n looks for executions that no worker has when the main process
	 * starts, and otherwise every three hours: so it is started again when some are left.
	 */
	recovered: () => Promise<void>;
	stop: () => Promise<void>;
}

/** @param main settings of the main process */
export async function startWorld(main?: NodeJS.ProcessEnv): Promise<World> {
	const sandbox = await startSandbox({ token: TOKEN, logLimit: 100_000 });
	const cluster = await startCluster(main).catch(async (error: Error) => {
		await sandbox.close();
		throw error;
	});
	const data = { baseUrl: sandbox.url, token: TOKEN };
	const type = 'messagingServiceApi';
	const account = await cluster.rest().saveCredential('Sandbox', type, data);
	const all = async () => await executions(cluster.postgres);
	const isSettled = async () => !(await all()).some(isOpen);
	const settled = async (seconds: number) =>
		await until('every execution has ended', seconds, async () => {
			await pause(1_000);
			return await isSettled();
		});
	return {
		cluster,
		sandbox,
		account,
		sent: (prefix) =>
			sandbox.messages.flatMap(said).filter(({ name }) => name.startsWith(prefix)),
		executions: all,
		settled,
		recovered: async () => {
			// n8n may take minutes to see that a worker has gone. A main process that starts looks for it.
			await settled(60).catch(() => undefined);
			if (await isSettled()) return;
			await cluster.stop('main');
			await cluster.start('main');
			await settled(60);
		},
		stop: async () => {
			await cluster.stopAll();
			await sandbox.close();
		},
	};
}
