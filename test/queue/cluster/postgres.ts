import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '../../../playground/ports';
import { start, stop } from '../../../playground/processes';
import { until } from '../../support/until';

const call = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';
const LARGE = { maxBuffer: 1024 ** 3 };

export interface Postgres {
	port: number;
	/** Settings with which n8n uses this database. */
	env: NodeJS.ProcessEnv;
	rows: <T>(select: string) => Promise<T[]>;
	/** The content of the database as SQL. */
	dump: () => Promise<string>;
	/** Restarts PostgreSQL as an administrator does. Cuts connections, and keeps committed data. */
	restart: () => Promise<void>;
	stop: () => Promise<void>;
}

function newestBinaries(): string {
	const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
	if (versions.length === 0) throw new Error('PostgreSQL is not installed.');
	return join(DEBIAN, versions[0], 'bin');
}

/** PostgreSQL refuses to run as root, so root runs it as the user `postgres`. */
const asItsUser =
	process.getuid?.() === 0
		? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
		: [];

/**
 * Starts PostgreSQL on a free port.
 * @param folder must be accessible to all users
 */
export async function startPostgres(folder: string): Promise<Postgres> {
	const bin = newestBinaries();
	const port = await freePort();
	const data = join(folder, 'data');
	mkdirSync(data);
	if (asItsUser.length > 0) await call('chown', ['postgres', data]);
	const [first, ...others] = [...asItsUser, join(bin, 'initdb')];
	const options = ['-D', data, '-U', 'n8n', '-A', 'trust', '--encoding=UTF8', '--no-locale'];
	await call(first, [...others, ...options], { cwd: data });
	const launch = () => {
		const [program, ...args] = [...asItsUser, join(bin, 'postgres')];
		const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`];
		return start(program, [...args, '-D', data, ...settings.flatMap((one) => ['-c', one])], {
			cwd: data,
			log: join(folder, 'postgres.log'),
		});
	};
	const where = ['-h', '127.0.0.1', '-p', String(port), '-U', 'n8n', '-d', 'postgres'];
	const rows = async <T>(select: string): Promise<T[]> => {
		const json = `select coalesce(json_agg(found), '[]') from (${select}) found`;
		const { stdout } = await call(join(bin, 'psql'), [...where, '-Atc', json], LARGE);
		return JSON.parse(stdout) as T[];
	};
	const ready = async () =>
		await until('PostgreSQL answers', 60, async () => {
			return await rows('select 1').then(
				() => true,
				() => false,
			);
		});
	let child = launch();
	await ready();
	// SIGINT is a fast shutdown. SIGTERM would wait until n8n disconnects.
	const end = async () => await stop(child, 30_000, 'SIGINT');
	return {
		port,
		rows,
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: 'n8n',
			DB_POSTGRESDB_PASSWORD: '',
		},
		dump: async () => (await call(join(bin, 'pg_dump'), where, LARGE)).stdout,
		restart: async () => {
			await end();
			child = launch();
			await ready();
		},
		stop: end,
	};
}
