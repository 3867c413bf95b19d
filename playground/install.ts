import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { dataDir, playgroundDir } from './paths';
import { run } from './processes';

export type Say = (line: string) => void;

const binDir = join(playgroundDir, 'node_modules', '.bin');
const stampFile = join(playgroundDir, 'node_modules', '.installed');

/** Node 24 of the playground: n8n asks for it, the machine may have an older one. */
export const nodeBinary = join(binDir, 'node');
export const n8nBinary = join(playgroundDir, 'node_modules', 'n8n', 'bin', 'n8n');
export const playgroundPath = [binDir, process.env.PATH].join(delimiter);

/** Another n8n than that of `package.json`, such as the one before: its packages are not locked. */
const otherVersion = process.env.PLAYGROUND_N8N;

function wanted(): string {
	const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
	if (otherVersion) hash.update(otherVersion);
	for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
		hash.update(readFileSync(join(playgroundDir, file)));
	}
	return hash.digest('hex');
}

export function isInstalled(): boolean {
	return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted();
}

/**
 * Installs the real n8n of `playground/package-lock.json`, or `PLAYGROUND_N8N`, once. The stamp lies inside
 * `node_modules`, so an install that was cut short or thrown away starts over.
 */
export async function installN8n(say: Say): Promise<void> {
	if (isInstalled()) return;
	say('Installing the real n8n: once, about 2 GB, two to five minutes.');
	mkdirSync(dataDir, { recursive: true });
	const quiet = ['--loglevel=error', '--no-audit', '--no-fund'];
	const options = { cwd: playgroundDir, log: join(dataDir, 'install.log'), say };
	const other = ['install', '--no-save', '--no-package-lock', `n8n@${otherVersion}`];
	const what = otherVersion ? other : ['ci'];
	await run(`npm ${what[0]}`, ['npm', ...what, ...quiet, '--ignore-scripts'], options);
	// Install scripts are off for the 2,000 packages; these three need theirs.
	const rebuild = ['rebuild', ...quiet, '--ignore-scripts=false'];
	await run('fetching Node 24', ['npm', ...rebuild, 'node'], options);
	await run('building the database driver', ['npm', ...rebuild, 'sqlite3', 'isolated-vm'], {
		...options,
		// SQLite is compiled here. Optimised fully it takes twice as long to compile.
		env: { ...process.env, PATH: playgroundPath, CFLAGS: '-O1' },
	});
	writeFileSync(stampFile, wanted());
}
