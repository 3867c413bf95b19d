import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../../package.json';

const root = join(__dirname, '..', '..', '..');
const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const [, section = ''] = /^## Dependencies\n([\s\S]+?)^## /m.exec(text) ?? [];

test('every devDependency has a reason in CONTRIBUTING.md, and nothing else has', () => {
	const rows = section.split('\n').filter((line) => line.startsWith('| `'));
	const listed = rows.flatMap((row) => {
		const [, names] = row.split('|');
		return [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
	});
	expect(listed.sort()).toEqual(Object.keys(manifest.devDependencies).sort());
});

test('the published package has no dependencies', () => {
	expect(manifest).not.toHaveProperty('dependencies');
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
});
