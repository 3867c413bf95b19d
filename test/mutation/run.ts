import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Part, parts } from './parts';

/**
 * Runs Stryker over nodes/ part by part, each with the tests that hold it. Stryker keeps the results
 * of the other parts, so its last report, and whether it fails, is about all of them.
 *
 * With arguments only the parts that have one of these files, or are the rest of that folder.
 */
const root = join(__dirname, '..', '..');
const sources = readdirSync(join(root, 'nodes'), { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => join('nodes', file));

const named = ({ folder, files = [] }: Part) => files.map((file) => join(folder, `${file}.ts`));
const taken = new Set(parts.flatMap(named));
const missing = [...taken].filter((file) => !sources.includes(file));
if (missing.length > 0) throw new Error(`not there: ${missing.join(', ')}`);

const wanted = process.argv.slice(2);
let status = 0;
for (const part of parts) {
	const inFolder = sources.filter((file) => file.startsWith(join(part.folder, '/')));
	const files = part.files ? named(part) : inFolder.filter((file) => !taken.has(file));
	for (const file of files) taken.add(file);
	const names = part.files ?? [part.folder];
	if (wanted.length > 0 && !names.some((name) => wanted.includes(name))) continue;
	const stryker = spawnSync('stryker', ['run', '--mutate', files.join(',')], {
		cwd: root,
		env: { ...process.env, SPECS: part.tests.join(',') },
		stdio: 'inherit',
	});
	status = stryker.status ?? 1;
	// Stopped, so the other parts are not wanted either.
	if (stryker.status === null) break;
}
process.exitCode = status;
