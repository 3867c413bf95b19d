import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const text = readFileSync(join(root, 'docs', 'development', 'reliability.md'), 'utf8');
const named = [...text.matchAll(/`(test\/[\w/.-]+\.ts) › ([^`]+)`/g)].map(
	([, file, test]): [string, string] => [file, test],
);

test('every promise names its test', () => {
	const rows = text.split('\n').filter((line) => /^\| (?!Promise|-)/.test(line));
	expect(rows.length).toBeGreaterThan(20);
	expect(named).toHaveLength(rows.length);
});

test.each(named)('%s contains the test "%s"', (file, title) => {
	expect(existsSync(join(root, file))).toBe(true);
	const source = readFileSync(join(root, file), 'utf8').replace(/\s+/g, ' ');
	expect(source).toContain(title);
});
