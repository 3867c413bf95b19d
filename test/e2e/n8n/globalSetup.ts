import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installN8n } from '../../../playground/install';
import { packPackage } from '../../../playground/packing';

const FOLDER = 'E2E_PACK_FOLDER';
const TARBALL = 'E2E_TARBALL';

/** Before the first file of a run: n8n, and the packed package that all files share. */
export default async function prepare(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-pack-'));
	process.env[FOLDER] = folder;
	await installN8n((line) => process.stdout.write(`${line}\n`));
	process.env[TARBALL] = await packPackage(folder, () => undefined);
}

/** After the last file. */
export function throwAway(): void {
	rmSync(process.env[FOLDER] ?? '', { recursive: true, force: true });
}

/** The path of the packed package. */
export function packed(): string {
	const tarball = process.env[TARBALL];
	if (!tarball) throw new Error('Run the end-to-end tests with jest.e2e.config.js.');
	return tarball;
}
