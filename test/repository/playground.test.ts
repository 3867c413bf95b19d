import {
	readFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginDraft, isDraft, keepDraft, startAdvice } from '../../playground/data/draft';
import { devProcess } from '../../playground/dev/buildAndWatch';
import { chosenPort, freePort } from '../../playground/ports';
import { readSecrets } from '../../playground/secrets';
import { listen } from '../support/listen';

describe('npm run dev', () => {
	const root = join(__dirname, '..', '..');
	const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

	test('opens the debugger where VS Code attaches, on this machine only', () => {
		const { configurations } = readJson('.vscode/launch.json') as {
			configurations: Array<{ request: string; port?: number }>;
		};
		const attached = configurations.filter(({ request }) => request === 'attach');
		expect(attached.map(({ port }) => port)).toEqual([9229]);
		expect(devProcess(9229).nodeArgs).toEqual(['--inspect=127.0.0.1:9229']);
	});

	describe('with its hook', () => {
		interface Hook {
			n8n: { ready: Array<(app: { server: unknown }) => void> };
		}
		const { NODE_ENV } = process.env;
		beforeEach(() => (process.env.NODE_ENV = 'development'));
		afterEach(() => (process.env.NODE_ENV = NODE_ENV));

		test('hides the origin of a foreign page from n8n, but not that of the editor', async () => {
			const seen: IncomingHttpHeaders[] = [];
			const server = createServer(({ headers }, response) => {
				seen.push(headers);
				response.end();
			});
			const { n8n } = (await import('../../playground/hostCheck.cjs' as string)) as Hook;
			n8n.ready.forEach((hook) => hook({ server }));
			const { url, close } = await listen(server);
			for (const origin of ['https://attacker.example', 'null', url]) {
				await fetch(url, { headers: { origin } });
			}
			await close();
			expect(seen.map(({ origin }) => origin)).toEqual([undefined, undefined, url]);
		});
	});
});

describe('a port of npm start', () => {
	const before = { ...process.env };
	afterEach(() => void (process.env = { ...before }));

	test.each([6000, 6665, 10080])(
		'is refused immediately if it is %i, which no browser opens',
		async (port) => {
			process.env.N8N_PORT = String(port);
			await expect(chosenPort('N8N_PORT', 5678)).rejects.toThrow(
				`Port ${port} is one that browsers and fetch refuse to open. Choose another port with N8N_PORT=…`,
			);
		},
	);

	test('is used if nothing listens on it and it can be opened', async () => {
		const port = await freePort();
		process.env.N8N_PORT = String(port);
		expect(await chosenPort('N8N_PORT', 5678)).toBe(port);
		const { url, close } = await listen(createServer());
		const taken = new URL(url).port;
		process.env.N8N_PORT = taken;
		await expect(chosenPort('N8N_PORT', 5678)).rejects.toThrow(`Port ${taken} is taken.`);
		await close();
	});
});

describe('the first start of the playground', () => {
	const parent = mkdtempSync(join(tmpdir(), 'first-start-'));
	afterAll(() => rmSync(parent, { recursive: true, force: true }));

	let count = 0;
	let folder: string;
	let said: string[];
	beforeEach(() => {
		folder = join(parent, String(++count));
		mkdirSync(folder);
		said = [];
	});

	const begin = () => beginDraft(folder, (line) => said.push(line));
	const database = () => join(folder, '.n8n', 'database.sqlite');

	/** Simulates n8n's first action. */
	function makeDatabase(content: string): void {
		mkdirSync(join(folder, '.n8n'), { recursive: true });
		writeFileSync(database(), content);
	}

	test('makes the next one delete the data of an n8n that was never ready, and nothing else', () => {
		const outside = join(parent, 'outside');
		mkdirSync(outside);
		writeFileSync(join(outside, 'kept'), '');
		writeFileSync(join(folder, 'secrets.json'), '{}');
		begin();
		makeDatabase('half migrated');
		symlinkSync(outside, join(folder, '.n8n', 'link'));
		begin();
		expect(existsSync(join(folder, '.n8n'))).toBe(false);
		expect(existsSync(join(folder, 'secrets.json'))).toBe(true);
		expect(said).toEqual(['The first start was interrupted: n8n starts with a new database.']);
		symlinkSync(outside, join(folder, '.n8n'));
		begin();
		expect(existsSync(join(folder, '.n8n'))).toBe(false);
		expect(existsSync(join(outside, 'kept'))).toBe(true);
	});

	test('does not delete the data of an earlier version, which has no marker', () => {
		makeDatabase('of 2025');
		for (let time = 0; time < 3; time++) begin();
		expect(readFileSync(database(), 'utf8')).toBe('of 2025');
		expect(isDraft(folder)).toBe(false);
	});

	test('does not delete the data of an n8n that was ready once', () => {
		begin();
		makeDatabase('ready');
		keepDraft(folder);
		for (let time = 0; time < 3; time++) begin();
		expect(readFileSync(database(), 'utf8')).toBe('ready');
	});

	test('says what to do if n8n does not start, and names the folder only if it was ready once', () => {
		begin();
		expect(startAdvice(folder)).toBe(
			'Start it again. The next start begins with a new database.',
		);
		keepDraft(folder);
		expect(startAdvice(folder)).toContain(`delete the folder\n${join(folder, '.n8n')}\n`);
		expect(startAdvice(folder)).toContain('are lost');
	});

	test('replaces secrets that were only half written', () => {
		writeFileSync(join(folder, 'secrets.json.part'), '{"passwo');
		expect(readSecrets(folder)).toEqual(readSecrets(folder));
		expect(existsSync(join(folder, 'secrets.json.part'))).toBe(false);
	});
});
