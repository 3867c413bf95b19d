import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changesFor } from '../../scripts/newOperation/changes';
import { readNames } from '../../scripts/newOperation/names';
import { interfaceTable } from '../contract/interfaceTable';
import { isNightly } from '../support/thorough';

const root = join(__dirname, '..', '..');
const pathsFor = (...args: string[]) => [...changesFor(root, readNames(root, args)).keys()];
const nodes = [...new Set(interfaceTable.map(([node]) => node.slice('messagingService'.length)))];

test.each(nodes)('a new operation of %s touches at most 10 files, all generated', (node) => {
	const [, resource] = interfaceTable.find(([name]) => name.endsWith(node)) ?? [];
	const paths = pathsFor(node, String(resource), 'archiveNow');
	expect(paths.length).toBeLessThanOrEqual(10);
	expect(paths.length).toBeGreaterThanOrEqual(7);
	expect(paths).toContain(
		`nodes/MessagingService${node}/operations/${String(resource)}/archiveNow.ts`,
	);
});

test('a new operation can bring a new resource', () => {
	const changes = changesFor(root, readNames(root, ['Templates', 'folder', 'create']));
	expect(changes.get('nodes/MessagingServiceTemplates/operations/index.ts')).toContain(
		"{ name: 'Folder', value: 'folder', operations: [createFolder] },",
	);
	expect(changes.get('sandbox/operations/templatesFolder.ts')).toContain('fillInFolderCreate');
	expect(changes.get('sandbox/operations/index.ts')).toContain('...templatesFolderOperations,');
});

test.each([
	['account', 'getBalance', 'getAccountBalance', 'Get balance of account'],
	['template', 'archive', 'archiveTemplate', 'Archive template'],
	['reply', 'getAll', 'getAllReplies', 'Get many replies'],
	['message', 'sendUrgent', 'sendMessageUrgent', 'Send urgent message'],
])('names %s:%s as %s in code, and "%s" for users', (resource, operation, constant, action) => {
	const changes = changesFor(root, readNames(root, ['Sms', resource, operation]));
	const file = `nodes/MessagingServiceSms/operations/${resource}/${operation}.ts`;
	expect(changes.get(file)).toContain(`export const ${constant}: Operation`);
	expect(changes.get(file)).toContain(`action: '${action}'`);
});

test('a new operation must be told its effect, in its file and in the table of the API', () => {
	const changes = changesFor(root, readNames(root, ['Templates', 'template', 'archive', 'arc']));
	const told = [
		'nodes/MessagingServiceTemplates/operations/template/archive.ts',
		'test/contract/apiTable.ts',
	];
	for (const file of told)
		expect(changes.get(file)).toMatch(/FILL IN.*read, mark, change or send/);
});

test.each([
	[['Fax', 'message', 'send'], 'There is no node "Fax" with operations. Use one of: '],
	[['Trigger', 'reply', 'get'], 'There is no node "Trigger" with operations.'],
	[['Sms', 'message', 'send'], 'has the operation message:send already.'],
	[
		['Sms', 'Message', 'archive'],
		'"Message" is not in camelCase. Write it like this: getStatus.',
	],
	[['Sms', 'message', 'archive-now'], '"archive-now" is not in camelCase.'],
	[['Sms', 'message', '../x'], '"../x" is not in camelCase.'],
	[
		['Sms', 'message', 'archive', 'sendSMS'],
		'"sendSMS" is in test/contract/apiTable.ts already.',
	],
	[['Sms', 'message', 'archive', 'v1/x'], '"v1/x" is not the name of an API operation.'],
	[['Sms', 'message'], 'Usage: npm run new:operation'],
	[[], 'Usage: npm run new:operation'],
])('rejects a new operation of %j', (args, message) => {
	expect(() => readNames(root, args)).toThrow(message);
});

/** All files of the project that git knows or would add, in a repository of its own. */
function copyOfCheckout(): string {
	const copy = mkdtempSync(join(tmpdir(), 'messaging-service-copy-'));
	const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
	const files = String(execFileSync('git', list, { cwd: root }))
		.split('\0')
		.filter(Boolean);
	for (const file of files) cpSync(join(root, file), join(copy, file), { recursive: true });
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
	return copy;
}

// It compiles, lints and tests the whole project: some minutes.
(isNightly ? test : test.skip)(
	'after a new operation was generated, tests fail only on what is left to fill in',
	() => {
		const copy = copyOfCheckout();
		const bin = (path: string) => join(copy, 'node_modules', path);
		const node = (...args: string[]) => {
			const { status, stdout, stderr } = spawnSync(process.execPath, args, {
				cwd: copy,
				encoding: 'utf8',
				env: { ...process.env, NIGHTLY: '', THOROUGH: '' },
			});
			return { status, text: stdout + stderr };
		};
		const git = (...args: string[]) =>
			String(
				execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], {
					cwd: copy,
				}),
			);
		try {
			git('init', '-q');
			git('add', '-A');
			git('commit', '-qm', 'Before');
			const run = node(
				bin('tsx/dist/cli.mjs'),
				'scripts/newOperation/main.ts',
				'Templates',
				'template',
				'archive',
			);
			expect(run).toMatchObject({
				status: 0,
				text: expect.stringContaining('FILL IN') as unknown,
			});
			const touched = git('status', '--porcelain', '-uall')
				.trimEnd()
				.split('\n')
				.map((line) => line.slice(3));
			expect(touched.length).toBeLessThanOrEqual(10);

			expect(node(bin('typescript/bin/tsc'), '-p', 'tsconfig.check.json')).toEqual({
				status: 0,
				text: '',
			});
			const sources = touched.filter((file) => file.endsWith('.ts'));
			expect(node(bin('eslint/bin/eslint.js'), ...sources)).toEqual({ status: 0, text: '' });
			expect(node(bin('prettier/bin/prettier.cjs'), '--check', ...touched).status).toBe(0);
			const tests = [
				'description',
				'contract',
				'reference',
				'repository',
				'newOperation',
				'sandbox/contract',
			];
			const report = join(copy, 'report.json');
			const jest = bin('jest/bin/jest.js');
			const options = ['--maxWorkers=1', '--silent', '--json', `--outputFile=${report}`];
			node(jest, ...options, ...tests.map((name) => `test/${name}`));
			const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
				testResults: Array<{ assertionResults: Array<{ title: string; status: string }> }>;
			};
			const failed = testResults
				.flatMap(({ assertionResults }) => assertionResults)
				.filter(({ status }) => status === 'failed')
				.map(({ title }) => title);
			expect(failed.sort()).toEqual([
				'no skeleton of a new operation has something left to fill in',
				'the reference is what npm run docs writes',
			]);
		} finally {
			rmSync(copy, { recursive: true, force: true });
		}
	},
	15 * 60_000,
);
