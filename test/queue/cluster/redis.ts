import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '../../../playground/ports';
import { kill, start, stop } from '../../../playground/processes';
import { until } from '../../support/until';

const call = promisify(execFile);

export interface Redis {
	port: number;
	/** The folder of the data files. */
	folder: string;
	command: (...words: string[]) => Promise<string>;
	/** Stops Redis, and starts it again with its data. */
	restart: () => Promise<void>;
	/** Kills Redis, and starts it again with the data on disk. */
	crash: () => Promise<void>;
	stop: () => Promise<void>;
}

/**
 * Starts Redis on a free port. It writes every command to a file without compression, so that tests
 * can search the file.
 */
export async function startRedis(folder: string): Promise<Redis> {
	const port = await freePort();
	const launch = () =>
		start(
			'redis-server',
			[
				...['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', ''],
				...[
					'--appendonly',
					'yes',
					'--rdbcompression',
					'no',
					'--aof-use-rdb-preamble',
					'no',
				],
			],
			{ cwd: folder, log: join(folder, 'redis.log') },
		);
	const command = async (...words: string[]) => {
		const { stdout } = await call('redis-cli', ['-p', String(port), ...words]);
		return stdout.trim();
	};
	const ready = async () =>
		await until('Redis answers', 30, async () => {
			const answer = await command('ping').catch(() => '');
			return answer === 'PONG';
		});
	let child = launch();
	await ready();
	const again = async () => {
		child = launch();
		await ready();
	};
	return {
		port,
		folder,
		command,
		restart: async () => {
			await stop(child);
			await again();
		},
		crash: async () => {
			await kill(child);
			await again();
		},
		stop: async () => await stop(child),
	};
}
