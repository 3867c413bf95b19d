/**
 * `npm run release:save`: copies the examples to test/saved, e.g. to test/saved/0.1, as workflows
 * that users of this version may have saved. test/saved/saved.test.ts runs the workflows in all
 * later versions.
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
