import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { dataDir, playgroundDir, projectDir } from './paths';
import { run } from './processes';

export type Say = (line: string) => void;

const modules = join(playgroundDir, 'node_modules');
const stampFile = join(modules, '.installed');
/** npm would take three times as long as pnpm for the 1,800 packages. */
const pnpmBinary = join(projectDir, 'node_modules', '.bin', 'pnpm');
const binDir = join(modules, 'node', 'bin');

/** The playground's Node 24, which n8n requires. The machine may have an older Node. */
export const nodeBinary = join(binDir, 'node');
export const n8nBinary = join(modules, 'n8n', 'bin', 'n8n');
export const playgroundPath = [binDir, process.env.PATH].join(delimiter);

/** A version of n8n that `otherVersion.cjs` installs instead of the locked version. */
const otherVersion = process.env.PLAYGROUND_N8N;

function wanted(): string {
	const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
	if (otherVersion) hash.update(otherVersion);
	for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']) {
		hash.update(readFileSync(join(playgroundDir, file)));
	}
	return hash.digest('hex');
}

export function isInstalled(): boolean {
	return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted();
}

/**
 * Installs the n8n of `playground/pnpm-lock.yaml` or `PLAYGROUND_N8N`, unless the stamp shows a
 * complete install. The stamp is inside `node_modules`, so that it disappears with them.
 */
export async function installN8n(say: Say): Promise<void> {
	if (isInstalled()) return;
	say('Installing the real n8n: once, about 2 GB, one to three minutes.');
	mkdirSync(dataDir, { recursive: true });
	const options = { cwd: playgroundDir, log: join(dataDir, 'install.log'), say };
	const unlocked = ['--no-lockfile', '--pnpmfile', 'otherVersion.cjs'];
	const which = otherVersion ? unlocked : ['--frozen-lockfile'];
	// `npm run --silent` would suppress errors in the log.
	const pnpm = [pnpmBinary, '--loglevel=info', '--reporter=append-only'] as const;
	// The install scripts need the Node that the next command downloads.
	await run('pnpm install', [...pnpm, 'install', ...which, '--ignore-scripts'], options);
	await run('fetching Node 24', [...pnpm, 'rebuild', 'node'], options);
	await run('building the database driver', [...pnpm, 'rebuild', 'sqlite3', 'isolated-vm'], {
		...options,
		// Optimizing SQLite would triple the build time, and save less time in tests.
		env: { ...process.env, PATH: playgroundPath, CFLAGS: '-O0', CXXFLAGS: '-O0' },
	});
	writeFileSync(stampFile, wanted());
}
