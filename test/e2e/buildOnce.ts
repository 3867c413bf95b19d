import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FOLDER = 'E2E_PACK_FOLDER';

/** Before the first file of a run: the folder in which its files share the packed package. */
export default function prepare(): void {
	process.env[FOLDER] = mkdtempSync(join(tmpdir(), 'n8n-pack-'));
}

/** After the last file. */
export function throwAway(): void {
	rmSync(process.env[FOLDER] ?? '', { recursive: true, force: true });
}

/** What the first file of a run packed; the others take it over. Answers the tarball's path. */
export async function packedOnce(pack: (folder: string) => Promise<string>): Promise<string> {
	const folder = process.env[FOLDER];
	if (!folder) throw new Error('Run the end-to-end tests with jest.e2e.config.js.');
	const packed = join(folder, 'pack');
	mkdirSync(packed, { recursive: true });
	const tarball = readdirSync(packed).find((name) => name.endsWith('.tgz'));
	return tarball ? join(packed, tarball) : await pack(folder);
}
