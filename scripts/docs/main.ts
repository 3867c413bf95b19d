/**
 * Writes docs/reference.md, and .build/reference.json for programs. With `--check` it fails if the page is
 * not current, with `--json` it leaves the page alone.
 */
import '../../test/support/environment';
import { readFileSync, writeFileSync } from 'node:fs';
import { buildReference } from './build';
import { pageOf, writeJson } from './files';

async function main(): Promise<void> {
	const reference = await buildReference();
	writeJson(reference);
	if (process.argv.includes('--json')) return;
	const { path, text } = pageOf(reference);
	if (!process.argv.includes('--check')) writeFileSync(path, text);
	else if (readFileSync(path, 'utf8') !== text) {
		console.error(`${path} is stale: run npm run docs`);
		process.exitCode = 1;
	}
}

void main();
