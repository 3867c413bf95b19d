import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { n8nBinary, nodeBinary, playgroundPath } from './install';
import { playgroundDir } from './paths';
import { assertFree, freePort } from './ports';
import { ended, kill, start, stop, tail } from './processes';

/** `start` is the main process. Only queue mode uses the other processes. */
export type N8nCommand = 'start' | 'worker' | 'webhook';

export interface N8nOptions {
	userFolder: string;
	/** Port of the editor, of the webhooks, or of a worker's health check. */
	port: number;
	/** Default: `start`. */
	command?: N8nCommand;
	args?: string[];
	/** Options of Node.js that child processes do not inherit, unlike NODE_OPTIONS. */
	nodeArgs?: string[];
	env?: NodeJS.ProcessEnv;
	log?: string;
}

export interface N8n {
	url: string;
	log: string;
	pid: number;
	/** Resolves to the exit code or signal when n8n has ended. */
	ended: Promise<string>;
	stop: () => Promise<void>;
	/** Sends SIGKILL to n8n and everything that it started. */
	kill: () => Promise<void>;
}

/** Turns off telemetry and the modules that the playground does not need. */
const quiet = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_AI_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_SENTRY_DSN: '',
	N8N_DISABLED_MODULES: [
		'agents',
		'agent-evals',
		'chat-hub',
		'instance-ai',
		'mcp',
		'mcp-registry',
		'quick-connect',
	].join(),
};

/**
 * Halves the start time of n8n, but turns off the editor, Code nodes and the list of node types.
 */
export const headless = {
	N8N_DISABLE_UI: 'true',
	N8N_RUNNERS_MODE: 'external',
	N8N_RUNNERS_AUTH_TOKEN: 'nobody connects',
};

const local = {
	// With Jest's value "test", n8n would not load nodes.
	NODE_ENV: 'production',
	NODE_OPTIONS: '',
	DB_TYPE: 'sqlite',
	EXECUTIONS_MODE: 'regular',
	N8N_COMMUNITY_PACKAGES_ENABLED: 'true',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	EXTERNAL_HOOK_FILES: join(playgroundDir, 'hostCheck.cjs'),
	N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	N8N_SECURE_COOKIE: 'false',
	N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
	N8N_PYTHON_ENABLED: 'false',
	N8N_LOG_OUTPUT: 'console',
	// Caches n8n's compiled code.
	NODE_COMPILE_CACHE: join(playgroundDir, 'node_modules', '.cache', 'compiled'),
};

/** n8n's other URLs, such as `/healthz`, respond before the database and routes are ready. */
async function isReady(url: string): Promise<boolean> {
	try {
		const signal = AbortSignal.timeout(2_000);
		// Keeps no connection open, because a busy n8n loses requests on idle connections.
		const headers = { connection: 'close' };
		return (await fetch(`${url}/healthz/readiness`, { signal, headers })).ok;
	} catch {
		return false;
	}
}

/** Starts a process of the playground's n8n, and waits until it is ready. */
export async function startN8n(options: N8nOptions): Promise<N8n> {
	const { userFolder, port, command = 'start', args = [], nodeArgs = [] } = options;
	await assertFree(port, 'N8N_PORT');
	mkdirSync(userFolder, { recursive: true });
	const log = options.log ?? join(userFolder, 'n8n.log');
	rmSync(log, { force: true });
	// n8n would serve the old list of node types until the new list is written.
	if (command === 'start') {
		rmSync(join(userFolder, '.cache/n8n/public/types'), { recursive: true, force: true });
	}
	const url = `http://127.0.0.1:${port}`;
	const child = start(nodeBinary, [...nodeArgs, n8nBinary, command, ...args], {
		cwd: playgroundDir,
		log,
		env: {
			...process.env,
			...quiet,
			...local,
			PATH: playgroundPath,
			N8N_USER_FOLDER: userFolder,
			N8N_PORT: String(port),
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_EDITOR_BASE_URL: url,
			N8N_WEBHOOK_URL: `${url}/`,
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...options.env,
		},
	});
	const end = new Promise<string>((resolve) => {
		child.once('error', ({ message }) => resolve(message));
		child.once('close', (code, signal) => resolve(String(code ?? signal)));
	});
	const giveUp = Date.now() + 180_000;
	while (!(await isReady(url))) {
		if (ended(child) || Date.now() > giveUp) {
			await stop(child, 1_000);
			throw new Error(`n8n ${command} did not get ready. ${log} ends with:\n${tail(log)}`);
		}
		await new Promise((resolve) => setTimeout(resolve, 250));
	}
	return {
		pid: child.pid ?? 0,
		url,
		log,
		ended: end,
		stop: async () => await stop(child),
		kill: async () => await kill(child),
	};
}
