import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { devProcess } from '../../playground/dev/buildAndWatch';
import { listen } from '../support/listen';

const root = join(__dirname, '..', '..');
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

test('npm run dev opens the debugger where VS Code attaches, on this machine only', () => {
	const { configurations } = readJson('.vscode/launch.json') as {
		configurations: Array<{ request: string; port?: number }>;
	};
	const attached = configurations.filter(({ request }) => request === 'attach');
	expect(attached.map(({ port }) => port)).toEqual([9229]);
	expect(devProcess(9229).nodeArgs).toEqual(['--inspect=127.0.0.1:9229']);
});

describe('the hook of the playground, in development', () => {
	interface Hook {
		n8n: { ready: Array<(app: { server: unknown }) => void> };
	}
	const { NODE_ENV } = process.env;
	beforeEach(() => (process.env.NODE_ENV = 'development'));
	afterEach(() => (process.env.NODE_ENV = NODE_ENV));

	test('hides the origin of a foreign page from n8n, and not that of the editor', async () => {
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
