import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installN8n } from '../../../playground/install';
import { startN8n } from '../../../playground/n8n';
import { assertLoaded, installPackage, packPackage } from '../../../playground/packing';
import { freePort } from '../../../playground/ports';
import { N8nRest } from '../../../playground/rest';
import { owner } from './owner';

const FOLDER = 'E2E_PACK_FOLDER';
const TARBALL = 'E2E_TARBALL';
const USER_FOLDER = 'E2E_USER_FOLDER';
const quietly = () => undefined;

/**
 * Runs before the first test file. Prepares n8n, the packed package, and a user folder that all
 * files copy.
 */
export default async function prepare(): Promise<void> {
	process.env[FOLDER] = mkdtempSync(join(tmpdir(), 'n8n-pack-'));
	await installN8n((line) => process.stdout.write(`${line}\n`));
	process.env[TARBALL] = await packPackage(folder(), quietly);
	const userFolder = join(folder(), 'user');
	process.env[USER_FOLDER] = userFolder;
	await installPackage(packed(), userFolder, quietly);
	const n8n = await startN8n({ userFolder, port: await freePort() });
	const rest = new N8nRest(n8n.url);
	await rest.enter(owner);
	// Asserted once for all files, because n8n has a list of node types only with its editor.
	await assertLoaded(rest, n8n.log);
	await n8n.stop();
	rmSync(join(userFolder, '.cache'), { recursive: true, force: true });
}

export function throwAway(): void {
	rmSync(process.env[FOLDER] ?? '', { recursive: true, force: true });
}

/** The folder of the run, which is deleted after the last file. */
export const folder = (): string => prepared(FOLDER);

export const packed = (): string => prepared(TARBALL);

/** Copies a user folder with the package, the database and the owner, so that n8n starts sooner. */
export const copyUserFolder = (to: string): void =>
	cpSync(prepared(USER_FOLDER), to, { recursive: true });

function prepared(variable: string): string {
	const path = process.env[variable];
	if (!path) throw new Error('Run the end-to-end tests with `npm run test:e2e`.');
	return path;
}
