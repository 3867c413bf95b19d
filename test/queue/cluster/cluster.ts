import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installN8n } from '../../../playground/install';
import { type N8n, type N8nCommand, startN8n, headless } from '../../../playground/n8n';
import { installPackage, packPackage } from '../../../playground/packing';
import { freePort } from '../../../playground/ports';
import { killAll } from '../../../playground/processes';
import { N8nRest, type Owner } from '../../../playground/rest';
import { type Postgres, startPostgres } from './postgres';
import { type Redis, startRedis } from './redis';

const owner: Owner = {
	email: 'owner@queue.example',
	firstName: 'Quentin',
	lastName: 'Queue',
	password: 'Queuemode1',
};

/**
 * More jobs than the nodes allow concurrent requests, so that the limit of the nodes is reached.
 */
export const JOBS_AT_A_TIME = 20;

export type Name = 'main' | 'webhook' | 'worker-1' | 'worker-2';

export interface Cluster {
	folder: string;
	/** The base URL of the webhook process. */
	url: string;
	redis: Redis;
	postgres: Postgres;
	/** A client that is logged in at the main process. */
	rest: () => N8nRest;
	/** Starts a process that is not running, with a new log file. */
	start: (name: Name, env?: NodeJS.ProcessEnv) => Promise<void>;
	/** Stops the process as an administrator does. */
	stop: (name: Name) => Promise<void>;
	kill: (name: Name) => Promise<void>;
	/** Log files, one per start of the process, oldest first. */
	logs: (name?: Name) => string[];
	stopAll: () => Promise<void>;
}

const quietly = () => undefined;
const commandOf = (name: Name): N8nCommand =>
	name === 'main' ? 'start' : name === 'webhook' ? 'webhook' : 'worker';

/**
 * Starts Redis, PostgreSQL, the main process, the webhook process and the first worker.
 *
 * @param main settings of the main process, which by default leaves webhooks to the webhook process
 */
export async function startCluster(main?: NodeJS.ProcessEnv): Promise<Cluster> {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-queue-'));
	// PostgreSQL runs as another user.
	chmodSync(folder, 0o755);
	process.once('exit', killAll);
	await installN8n((line) => process.stdout.write(`${line}\n`));
	const tarball = await packPackage(folder, quietly);
	for (const name of ['redis', 'postgres']) mkdirSync(join(folder, name));
	const redis = await startRedis(join(folder, 'redis'));
	const postgres = await startPostgres(join(folder, 'postgres'));
	const running = new Map<Name, N8n>();
	const logs: Array<{ name: Name; log: string }> = [];
	const ports = new Map<Name, number>();
	for (const name of ['main', 'webhook', 'worker-1', 'worker-2'] as const) {
		ports.set(name, await freePort());
		await installPackage(tarball, join(folder, name), quietly);
	}
	const url = `http://127.0.0.1:${ports.get('webhook')}`;
	const common = {
		...postgres.env,
		...headless,
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		N8N_WEBHOOK_URL: `${url}/`,
		N8N_EXECUTIONS_QUEUE_RECOVERY_BATCH: '10000',
		// n8n 1 repeated the jobs of a dead worker with this setting. n8n 2 must ignore it.
		QUEUE_WORKER_MAX_STALLED_COUNT: '5',
	};
	const onlyMain = { N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true', ...main };
	const rest = () => new N8nRest(`http://127.0.0.1:${ports.get('main')}`);
	let session = rest();

	const start = async (name: Name, env: NodeJS.ProcessEnv = {}): Promise<void> => {
		const nth = logs.filter((one) => one.name === name).length + 1;
		const log = join(folder, `${name}-${nth}.log`);
		const command = commandOf(name);
		const n8n = await startN8n({
			userFolder: join(folder, name),
			port: ports.get(name) ?? 0,
			command,
			args: command === 'worker' ? [`--concurrency=${JOBS_AT_A_TIME}`] : [],
			env: { ...common, ...(name === 'main' && onlyMain), ...env },
			log,
		});
		running.set(name, n8n);
		logs.push({ name, log });
		if (name !== 'main') return;
		session = rest();
		await (nth === 1 ? session.setUp(owner) : session.logIn(owner));
	};
	const end = async (name: Name, how: 'stop' | 'kill'): Promise<void> => {
		await running.get(name)?.[how]();
		running.delete(name);
	};
	const stopAll = async () => {
		await Promise.all([...running.keys()].map(async (name) => await end(name, 'stop')));
		await redis.stop();
		await postgres.stop();
		rmSync(folder, { recursive: true, force: true });
	};
	try {
		// The first start creates the tables.
		await start('main');
		await Promise.all([start('webhook'), start('worker-1')]);
	} catch (error) {
		await stopAll();
		throw error;
	}
	return {
		folder,
		url,
		redis,
		postgres,
		rest: () => session,
		start,
		stop: async (name) => await end(name, 'stop'),
		kill: async (name) => await end(name, 'kill'),
		logs: (name) => logs.filter((one) => !name || one.name === name).map(({ log }) => log),
		stopAll,
	};
}
