import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const hook = join(__dirname, '..', '..', '..', '.githooks', 'commit-msg');
const folder = mkdtempSync(join(tmpdir(), 'commit-msg-'));
afterAll(() => rmSync(folder, { recursive: true }));

function commit(message: string) {
	const file = join(folder, 'COMMIT_EDITMSG');
	writeFileSync(file, message);
	const { status, stderr } = spawnSync('sh', [hook, file], { encoding: 'utf8' });
	return { accepted: status === 0, problem: stderr };
}

describe('the commit hook accepts', () => {
	test.each([
		['a subject and a body', 'Add a picker\n\nPeople typed the wrong ID.\n'],
		['an area before the verb', 'docs: regenerate the reference\n\nIt was stale.'],
		['a verb that ends like a past form', 'Embed the icon\n\nIt was lost.'],
		['the comments that git adds', 'Add a picker\n\nWhy.\n# Please enter the message\n'],
		['a merge', 'Merge branch "x"'],
		['72 characters', `Add ${'x'.repeat(68)}\n\nWhy.`],
	])('%s', (_, message) => {
		expect(commit(message)).toEqual({ accepted: true, problem: '' });
	});
});

describe('the commit hook rejects', () => {
	test.each([
		['an empty subject', '\n\nWhy.', 'The subject is empty.'],
		['73 characters', `Add ${'x'.repeat(69)}\n\nWhy.`, 'more than 72 characters'],
		['a period', 'Add a picker.\n\nWhy.', 'ends with a period'],
		['the past', 'Added a picker\n\nWhy.', 'Use the imperative'],
		['the past after an area', 'docs: fixed a link\n\nWhy.', 'Use the imperative'],
		['no blank line', 'Add a picker\nWhy.', 'The second line is not empty.'],
		['no body', 'Add a picker\n', 'There is no body.'],
	])('%s', (_, message, problem) => {
		const rejected = commit(message);
		expect(rejected.accepted).toBe(false);
		expect(rejected.problem).toContain(problem);
	});
});
