import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pagesOf } from './markdown/page';
import { json } from './markdown/text';
import type { Reference } from './shape';

const root = join(__dirname, '..', '..');
/** The reference for programs, which is published with a release. */
export const jsonFile = join(root, '.build', 'reference.json');

export function writeJson(reference: Reference): void {
	mkdirSync(dirname(jsonFile), { recursive: true });
	// Writes a draft first, because tests in several processes may write the file at the same time.
	const draft = `${jsonFile}.${process.pid}`;
	writeFileSync(draft, `${json(reference)}\n`);
	renameSync(draft, jsonFile);
}

/** Returns the texts of the generated files by absolute path. */
export const writtenFiles = (reference: Reference) =>
	pagesOf(reference).map(({ path, text }) => ({ path: join(root, 'docs', path), text }));
