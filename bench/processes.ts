import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { node } from './node';
import type { Counted, Wanted } from './server';
import type { Measured, Task } from './engine/worker';

/** Keeps child processes away from the user's n8n folder. */
const folder = mkdtempSync(join(tmpdir(), 'messaging-service-bench-'));
const started: ChildProcess[] = [];
process.once('exit', () => started.forEach((child) => child.kill()));

/**
 * @param file below bench/
 * @param env additional variables; if set, the child's output is piped to this process
 */
export const start = (file: string, env?: NodeJS.ProcessEnv): ChildProcess => {
	const child = fork(join(__dirname, file), {
		execPath: node.path,
		execArgv: ['--require', require.resolve('tsx/cjs'), '--expose-gc'],
		env: {
			...process.env,
			EXPRESSION_ENGINE: node.expressionEngine,
			N8N_USER_FOLDER: folder,
			N8N_LOG_LEVEL: 'silent',
			...env,
		},
		silent: env !== undefined,
	});
	started.push(child);
	return child;
};

export const heard = async <T>(child: ChildProcess): Promise<T> =>
	await new Promise((resolve, reject) => {
		const ended = (code: number | null) => reject(new Error(`ended with ${code}`));
		child.once('exit', ended);
		child.once('message', (message) => {
			child.off('exit', ended);
			resolve(message as T);
		});
	});

export interface Server {
	url: string;
	token: string;
	/** Returns the numbers of requests, messages and contacts since the last reset. */
	count: () => Promise<Counted>;
	/** @param latency milliseconds of each further response */
	reset: (latency?: number) => Promise<void>;
	stop: () => void;
}

export async function startServer(): Promise<Server> {
	const child = start('server.ts');
	const { url, token } = await heard<{ url: string; token: string }>(child);
	const ask = async (wanted: Wanted) => {
		child.send(wanted);
		return await heard<Counted>(child);
	};
	return {
		url,
		token,
		count: async () => await ask('count'),
		reset: async (latency = 0) => void (await ask({ reset: true, latency })),
		stop: () => child.send('stop' satisfies Wanted),
	};
}

/** @param ready runs after the warm-up */
export async function measure(task: Task, ready: () => Promise<void>): Promise<Measured> {
	const child = start('engine/worker.ts');
	child.send(task);
	const first = await heard<{ ready?: true; error?: string }>(child);
	if (!first.ready) throw new Error(first.error);
	await ready();
	child.send('go');
	const { measured, error } = await heard<{ measured?: Measured; error?: string }>(child);
	if (!measured) throw new Error(error);
	return measured;
}
