/** Verifies that `dist` and the packed package contain everything that package.json declares. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const userFolder = mkdtempSync(join(tmpdir(), 'check-dist-'));
process.once('exit', () => rmSync(userFolder, { recursive: true, force: true }));
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_LOG_LEVEL = 'silent';

const root = join(__dirname, '..');
const problems: string[] = [];
const expect = (fine: boolean, problem: string) => fine || problems.push(problem);

const filesIn = (folder: string): string[] =>
	readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(root, join(entry.parentPath, entry.name)));

interface Manifest {
	name: string;
	n8n: { nodes: string[]; credentials: string[] };
	dependencies?: object;
}

/**
 * Verifies that dist has a file for each source and no other code, and that package.json lists each
 * node.
 */
function checkCode({ n8n }: Manifest, sources: string[]): void {
	const expected = sources
		.filter((source) => source.endsWith('.ts'))
		.map((source) => join('dist', source.replace(/\.ts$/, '.js')));
	const built = filesIn('dist').filter((file) => file.endsWith('.js'));
	const missing = expected.filter((file) => !built.includes(file));
	expect(missing.length === 0, `dist lacks ${missing.join(', ')}`);
	const stale = built.filter((file) => !expected.includes(file));
	expect(stale.length === 0, `dist holds code without a source: ${stale.join(', ')}`);
	for (const file of built.filter((path) => /\.(node|credentials)\.js$/.test(path))) {
		const listed = [...n8n.nodes, ...n8n.credentials].includes(file);
		expect(listed, `${file} is not listed under "n8n" in package.json`);
	}
}

function checkCopies(sources: string[]): void {
	const copied = sources.filter((source) => !source.endsWith('.ts'));
	for (const source of copied) {
		const built = join('dist', source);
		const there = existsSync(join(root, built));
		expect(there, `${built} is missing: it belongs to ${source}`);
		if (!there) continue;
		const same = readFileSync(join(root, built)).equals(readFileSync(join(root, source)));
		expect(same, `${built} differs from ${source}`);
	}
	const stale = filesIn('dist')
		.map((built) => relative('dist', built))
		.filter((name) => !name.endsWith('.js') && !copied.includes(name));
	expect(stale.length === 0, `dist holds files without a source: ${stale.join(', ')}`);
}

/** Loads the package with n8n's loader, which throws if a path or an icon is missing. */
async function checkLoading(manifest: Manifest): Promise<void> {
	const { PackageDirectoryLoader } = await import('n8n-core');
	const loader = new PackageDirectoryLoader(root);
	await loader.loadAll();
	const nodes = loader.types.nodes;
	expect(nodes.length === manifest.n8n.nodes.length, 'n8n loads another number of nodes');
	expect(loader.types.credentials.length === manifest.n8n.credentials.length, 'no credential');
	for (const { name, iconUrl, codex } of [...nodes, ...loader.types.credentials] as Loaded[]) {
		for (const url of typeof iconUrl === 'string' ? [iconUrl] : Object.values(iconUrl ?? {})) {
			const path = url.replace(`icons/${manifest.name}/`, '');
			expect(existsSync(join(root, path)), `${name}: the icon ${path} is missing`);
		}
		expect(iconUrl !== undefined, `${name} has no icon`);
		const isNode = nodes.some((node) => node.name === name);
		expect(!isNode || codex !== undefined, `${name}: n8n finds no codex`);
	}
}
interface Loaded {
	name: string;
	iconUrl?: string | Record<string, string>;
	codex?: object;
}

/** Maximum size of the unpacked package in bytes. Version 0.1.0 takes 701 kB. */
const MOST_BYTES = 750_000;

function checkPack({ dependencies = {} }: Manifest): void {
	const out = execFileSync('npm', ['pack', '--dry-run', '--json'], {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const [{ files, unpackedSize }] = JSON.parse(out) as [
		{ files: Array<{ path: string }>; unpackedSize: number },
	];
	const paths = files.map(({ path }) => path);
	const foreign = paths.filter(
		(path) => !/^(dist\/.*\.(js|json|svg)|(README|LICENSE)\.md|package\.json)$/.test(path),
	);
	expect(foreign.length === 0, `the package would hold ${foreign.join(', ')}`);
	for (const built of filesIn('dist')) expect(paths.includes(built), `${built} is not packed`);
	for (const page of ['README.md', 'LICENSE.md']) {
		expect(paths.includes(page), `${page} is not packed`);
	}
	expect(
		unpackedSize < MOST_BYTES,
		`the package has ${unpackedSize} bytes unpacked, not under ${MOST_BYTES}`,
	);
	expect(Object.keys(dependencies).length === 0, 'package.json has runtime dependencies');
}

async function main(): Promise<void> {
	const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
	const sources = [...filesIn('nodes'), ...filesIn('credentials')];
	checkCode(manifest, sources);
	checkCopies(sources);
	await checkLoading(manifest);
	checkPack(manifest);
	for (const problem of problems) console.error(`dist: ${problem}`);
	if (problems.length > 0) process.exitCode = 1;
	else console.log(`dist: complete (${filesIn('dist').length} files)`);
}

void main();
