import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pagesOf } from './markdown/page';
import { json } from './markdown/text';
import type { Reference } from './shape';

const root = join(__dirname, '..', '..');
/** For programs. It is built, and published with a release. */
export const jsonFile = join(root, '.build', 'reference.json');

/** Writes the reference for programs. */
export function writeJson(reference: Reference): void {
	mkdirSync(dirname(jsonFile), { recursive: true });
	// Tests of several processes may write it.
	const draft = `${jsonFile}.${process.pid}`;
	writeFileSync(draft, `${json(reference)}\n`);
	renameSync(draft, jsonFile);
}

/** What is written into the project, with whole paths. */
export const writtenFiles = (reference: Reference) =>
	pagesOf(reference).map(({ path, text }) => ({ path: join(root, 'docs', path), text }));
