import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { partsOf } from '../mutation/parts';
import { nearTestsOf } from '../support/testsOf';
import { sourceFiles } from './sourceFiles';

const root = join(__dirname, '..', '..');
const sources = ['nodes', 'credentials', 'sandbox'].flatMap(sourceFiles);

test('every source is held by tests, which are there', () => {
	const parts = partsOf('nodes');
	const files = sources.filter((file) => /^nodes\/.*\.ts$/.test(file));
	expect(parts.flatMap((part) => part.sources).sort()).toEqual(files.sort());
	const missing = parts
		.flatMap(({ tests }) => tests)
		.filter((file) => !existsSync(join(root, 'test', file)));
	expect(missing).toEqual([]);
	expect(sources.filter((file) => nearTestsOf(file).length === 0)).toEqual([]);
});

test.each([
	['nodes/shared/run/sendAll.ts', ['run']],
	['nodes/shared/values/dates.ts', ['values/dates', 'values']],
	['nodes/shared/wait/page/html.ts', ['wait']],
	['nodes/shared/node/listSearch.ts', ['description']],
	['nodes/MessagingServiceTrigger/poll/poll.ts', ['trigger']],
	['nodes/MessagingServiceSms/fields.ts', ['contract/contract']],
	['test/http/retry.test.ts', ['http/retry']],
	['test/e2e/kill.test.ts', []],
	['README.md', []],
])('%s is tested by %j', (file, tests) => expect(nearTestsOf(file)).toEqual(tests));

test('the table of CONTRIBUTING has a row for each folder of tests, and no other', () => {
	const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
	const [, table] = /^\| Folder of tests[^\n]*\n\|[^\n]*\n((?:\|[^\n]*\n)+)/m.exec(page) ?? [];
	const rows = [...(table ?? '').matchAll(/`test\/(\w+)\/`/g)].map(([, folder]) => folder);
	const folders = readdirSync(join(root, 'test'), { withFileTypes: true });
	expect(rows.sort()).toEqual(folders.map(({ name }) => name).sort());
});
