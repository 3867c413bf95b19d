/**
 * `npm run release:dry-run`: shows what a tag on the last commit would publish. Runs the commands
 * of release.yml in a temporary clone, without the upload to npm and without the checks and tests
 * of CI.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import manifest from '../../package.json';

type Workflow = { jobs: Record<string, { steps: Array<{ run?: string }> }> };

const root = join(__dirname, '..', '..');
const LEFT_OUT =
	/^npm ci$|^npm test$|^npm run (lint|lint:n8n|typecheck|scan|release:check)$|playwright-core install|test:e2e|^gh /;
/** Files that the last job of release.yml needs to create the GitHub release. */
const RELEASED = ['notes.md', 'sbom.cdx.json', 'reference.json'];

/** Clones and tags the last commit, as if it were on main. */
function clone(folder: string): void {
	const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
	git('clone', '--quiet', '--no-tags', `file://${root}`, '.');
	git('update-ref', 'refs/remotes/origin/main', 'HEAD');
	git('tag', `v${manifest.version}`);
	symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

/** Starts an empty registry, which records uploads. */
async function emptyRegistry() {
	const uploads: string[] = [];
	const server = createServer(({ method = '', url = '' }, response) => {
		if (method !== 'GET') uploads.push(`${method} ${url}`);
		response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}`, uploads, close: () => server.close() };
}

function commands(): string[] {
	const text = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
	const { jobs } = parse(text) as Workflow;
	const all = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run));
	return all.filter((command) => !LEFT_OUT.test(command));
}

/** Replaces `${{ … }}` with the outputs of earlier steps, and prevents uploads. */
function filledIn(command: string, outputs: string, registry: string): string {
	const values = new Map(outputs.split('\n').map((line) => line.split('=') as [string, string]));
	return command
		.replace(/\$\{\{ [\w.]+\.outputs\.(\w+) \}\}/g, (_, name: string) => values.get(name) ?? '')
		.replace(
			/--provenance\b/,
			`--provenance=false --dry-run --loglevel notice --registry ${registry}`,
		);
}

async function release(folder: string): Promise<void> {
	const registry = await emptyRegistry();
	const outputs = join(folder, '.git', 'outputs');
	const env = {
		...process.env,
		...{ GITHUB_REF_NAME: `v${manifest.version}`, GITHUB_SHA: 'HEAD', GITHUB_OUTPUT: outputs },
	};
	try {
		for (const command of commands()) {
			const written = command.includes('outputs.') ? readFileSync(outputs, 'utf8') : '';
			const filled = filledIn(command, written, registry.url);
			console.log(`$ ${filled.trim()}`);
			const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 };
			const shell = ['-e', '-o', 'pipefail', '-c', filled];
			const { stdout, stderr } = await promisify(execFile)('bash', shell, options);
			if (command.startsWith('npm publish')) console.log(stderr + stdout);
		}
		for (const file of RELEASED) readFileSync(join(folder, 'release', file));
		if (registry.uploads.length > 0) throw new Error(`Uploaded: ${registry.uploads.join()}`);
	} finally {
		registry.close();
	}
}

async function main(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'release-'));
	try {
		clone(folder);
		await release(folder);
		console.log(`v${manifest.version} can be published. Nothing was uploaded.`);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

main().catch((error: Error & { stdout?: string; stderr?: string }) => {
	console.error(error.message, error.stdout ?? '', error.stderr ?? '');
	process.exitCode = 1;
});
