import { execFile, execFileSync } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import manifest from '../../../package.json';
import { placeholders } from '../../../scripts/release/placeholders';
import { listen } from '../../support/listen';

const root = join(__dirname, '..', '..', '..');
const scratch = mkdtempSync(join(tmpdir(), 'publishing-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('npm run release:check', () => {
	const found = placeholders(root);
	const inFile = (file: string) => found.filter((one) => one.startsWith(`${file}:`));
	const svg = ['nodes', 'credentials'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.svg') || file.endsWith('.node.json'))
			.map((file) => join(folder, file)),
	);

	test('finds every made-up field of package.json', () => {
		const fields = inFile('package.json').map((one) => /: ([\w.]+) is/.exec(one)?.[1]);
		expect(fields).toEqual([
			...['name', 'description', 'author.name', 'author.email'],
			...['homepage', 'repository.url', 'bugs.url'],
		]);
	});

	test.each([
		...['README.md', '.github/SECURITY.md', 'LICENSE.md', 'CHANGELOG.md'],
		...['.github/ISSUE_TEMPLATE/config.yml', 'credentials/MessagingServiceApi.credentials.ts'],
		...svg,
	])('finds the placeholder in %s', (file) => {
		expect(inFile(file)).toHaveLength(1);
	});

	test('finds nothing once the publisher has filled in everything', () => {
		const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
		const published = files
			.split('\n')
			.filter((one) => found.some((line) => line.startsWith(one)));
		for (const file of published.filter((one) => one !== '')) {
			const text = readFileSync(join(root, file), 'utf8')
				.replace(/Messaging Service nodes team/g, 'Acme')
				.replace(/nodes@messaging-service\.example/g, 'nodes@acme.com')
				.replace(/github\.com\/messaging-service/g, 'github.com/acme')
				.replace(/<!-- placeholder.*-->/, '')
				.replace(/n8n-nodes-messaging-service/g, 'n8n-nodes-acme')
				.replace(/Messaging Service API/g, 'Acme API');
			mkdirSync(dirname(join(scratch, file)), { recursive: true });
			writeFileSync(join(scratch, file), text);
		}
		execFileSync('git', ['init', '--quiet'], { cwd: scratch });
		execFileSync('git', ['add', '--all'], { cwd: scratch });
		expect(published.length).toBeGreaterThan(28);
		expect(placeholders(scratch)).toEqual([]);
	});
});

describe('npm publish', () => {
	test('by hand fails before anything is uploaded, although scripts are off', async () => {
		const requests: string[] = [];
		const registry = await listen(
			createServer(({ method, url }, response) => {
				requests.push(`${method} ${url}`);
				response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
			}),
		);
		const folder = join(scratch, 'by-hand');
		mkdirSync(folder);
		for (const file of ['package.json', 'README.md', '.npmrc']) {
			cpSync(join(root, file), join(folder, file));
		}
		const { host } = new URL(registry.url);
		const args = ['publish', '--registry', registry.url, `--//${host}/:_authToken=t`];
		// As on the computer of a maintainer, and not in CI.
		const { HOME, PATH } = process.env;
		const env = { HOME, PATH };
		const outcome = await new Promise<string>((ended) =>
			execFile('npm', args, { cwd: folder, env }, (error, _, stderr) =>
				ended(error ? stderr : 'published'),
			),
		);
		await registry.close();
		expect(outcome).toContain('provenance');
		expect(requests.filter((one) => !one.startsWith('GET'))).toEqual([]);
	});

	test('runs the check first if scripts are on', () => {
		expect(manifest.scripts.prepublishOnly).toBe('npm run release:check');
	});

	test('publishes the changelog', () => {
		expect(manifest.files).toEqual(['dist', 'CHANGELOG.md']);
	});
});
