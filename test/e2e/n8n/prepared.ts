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

/** Before the first file of a run: n8n, the packed package, and a folder of n8n that all files copy. */
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
	// Once for all files: n8n has the list of its nodes only with its editor.
	await assertLoaded(rest, n8n.log);
	await n8n.stop();
	rmSync(join(userFolder, '.cache'), { recursive: true, force: true });
}

/** Deletes the folder after the last file. */
export function throwAway(): void {
	rmSync(process.env[FOLDER] ?? '', { recursive: true, force: true });
}

/** The folder of the run; deleted after the last file. */
export const folder = (): string => prepared(FOLDER);

/** The path of the packed package. */
export const packed = (): string => prepared(TARBALL);

/** Fills the folder of an n8n that has the package, its database and its owner: it starts sooner. */
export const copyUserFolder = (to: string): void =>
	cpSync(prepared(USER_FOLDER), to, { recursive: true });

function prepared(variable: string): string {
	const path = process.env[variable];
	if (!path) throw new Error('Run the end-to-end tests with `npm run test:e2e`.');
	return path;
}
