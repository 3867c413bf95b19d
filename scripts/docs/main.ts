/**
 * Writes docs/reference/ and what else `files.ts` names, and .build/reference.json for programs. With `--check`
 * it fails if a file is not current, with `--json` it leaves the files alone.
 */
import '../../test/support/environment';
import { readFileSync, writeFileSync } from 'node:fs';
import { buildReference } from './build';
import { writeJson, writtenFiles } from './files';

async function main(): Promise<void> {
	const reference = await buildReference();
	writeJson(reference);
	if (process.argv.includes('--json')) return;
	for (const { path, text } of writtenFiles(reference)) {
		if (!process.argv.includes('--check')) writeFileSync(path, text);
		else if (readFileSync(path, 'utf8') !== text) {
			console.error(`${path} is stale: run npm run docs`);
			process.exitCode = 1;
		}
	}
}

void main();
