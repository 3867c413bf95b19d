/**
 * `npm run release:save`: copies the examples to test/saved, as workflows that users may have saved with
 * this version, e.g. 0.1. From then on, test/saved/saved.test.ts runs them in CI. The folder of a released
 * version is never overwritten.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json';

const root = join(__dirname, '..', '..');
const series = manifest.version.replace(/\.\d+$/, '');
const folder = join(root, 'test', 'saved', series);

const tags = execFileSync('git', ['tag', '--list', `v${series}.*`], {
	cwd: root,
	encoding: 'utf8',
});
if (tags !== '') {
	console.error(
		`${series} is released: its workflows stay as they are. Raise the version first.`,
	);
	process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const examples = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.json'));
for (const name of examples) cpSync(join(root, 'examples', name), join(folder, name));
console.log(`${examples.length} workflows are in ${folder}.`);
