import type { SavedCredential } from '../../playground/rest';
import { type Sandbox, startSandbox } from '../../sandbox';
import { type Cluster, startCluster } from './cluster/cluster';
import { type Execution, executions, isOpen, type SmsText, parseSmsText } from './outcome';
import { pause, until } from '../support/until';

/** A unique text, so that a search finds every copy of the token. */
export const TOKEN = 'queue-TOKEN-3c81d6e7';

export interface World {
	cluster: Cluster;
	sandbox: Sandbox;
	account: SavedCredential;
	/** Returns the messages of the load with this prefix. */
	sent: (prefix: string) => SmsText[];
	executions: () => Promise<Execution[]>;
	/** Waits until no execution is new or running. */
	settled: (seconds: number) => Promise<void>;
	/**
	 * Waits until no execution is new or running after a failure. If necessary, restarts the main
	 * process, because n8n looks for lost executions at its start and then every three hours.
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
			sandbox.messages.flatMap(parseSmsText).filter(({ name }) => name.startsWith(prefix)),
		executions: all,
		settled,
		recovered: async () => {
			// n8n may need minutes to notice that a worker was killed. A restarted main process
			// notices immediately.
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
