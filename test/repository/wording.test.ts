import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const words = JSON.parse(read('words.json')) as Record<string, string>;

const pages = execFileSync('git', ['ls-files', '*.md', 'examples/*.json'], { cwd: root })
	.toString()
	.trim()
	.split('\n');

test('no page and no example has a word that wording.ts replaces', () => {
	const found = pages.flatMap((path) => {
		const text = read(path).replace(/\s+/g, ' ');
		return Object.entries(words)
			.filter(([word]) => new RegExp(`\\b${word}\\b`, 'i').test(text))
			.map(([word, instead]) => `${path}: write "${instead}" instead of "${word}"`);
	});
	expect(found).toEqual([]);
});
