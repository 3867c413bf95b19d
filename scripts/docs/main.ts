/** Writes docs/reference.json and docs/reference.md. With `--check` it fails if they are not current. */
import '../../test/support/environment';
import { readFileSync, writeFileSync } from 'node:fs';
import { buildReference } from './build';
import { files } from './files';

async function main(): Promise<void> {
	for (const { path, text } of files(await buildReference())) {
		if (!process.argv.includes('--check')) writeFileSync(path, text);
		else if (readFileSync(path, 'utf8') !== text) {
			console.error(`${path} is stale: run npm run docs`);
			process.exitCode = 1;
		}
	}
}

void main();
