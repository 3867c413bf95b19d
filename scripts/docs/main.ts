/**
 * `npm run docs`: writes the generated pages and .build/reference.json. `--check` fails if a file
 * is out of date. `--json` writes only reference.json.
 */
import '../../test/support/environment';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { buildReference } from './build';
import { writeJson, writtenFiles } from './files';

async function main(): Promise<void> {
	const reference = await buildReference();
	writeJson(reference);
	if (process.argv.includes('--json')) return;
	const files = writtenFiles(reference);
	const stale = files.filter(
		({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text,
	);
	for (const { path, text } of stale) {
		const name = relative(process.cwd(), path);
		if (process.argv.includes('--check')) {
			console.error(`${name} is stale: run npm run docs`);
			process.exitCode = 1;
		} else {
			writeFileSync(path, text);
			console.log(`written: ${name}`);
		}
	}
	console.log(`${files.length - stale.length} of ${files.length} files were current`);
}

void main();
