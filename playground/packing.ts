import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Say } from './install';
import { projectDir } from './paths';
import { run } from './processes';
import type { N8nRest } from './rest';

interface Manifest extends Record<string, unknown> {
	name: string;
	version: string;
	n8n: { nodes: string[] };
}

function readManifest(folder: string): Manifest {
	return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function writeJson(file: string, content: unknown): void {
	writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

/**
 * Builds and packs the package as a release would. `PACKAGE_TARBALL` names an existing tarball
 * instead.
 * @returns the path of the tarball
 */
export async function packPackage(workDir: string, say: Say): Promise<string> {
	const existingTarball = process.env.PACKAGE_TARBALL;
	if (existingTarball) return existingTarball;
	const destination = join(workDir, 'pack');
	rmSync(destination, { recursive: true, force: true });
	mkdirSync(destination, { recursive: true });
	const options = { cwd: projectDir, log: join(workDir, 'build.log'), say };
	await run('building the package', ['npm', 'run', 'build'], options);
	await run('packing it', ['npm', 'pack', '--pack-destination', destination], options);
	const tarball = readdirSync(destination).find((name) => name.endsWith('.tgz'));
	if (!tarball) throw new Error('npm pack left no tarball.');
	return join(destination, tarball);
}

const nodesFolder = (userFolder: string) => join(userFolder, '.n8n', 'nodes');

/** The folder from which n8n loads this package. */
export function installedPackage(userFolder: string): string {
	return join(nodesFolder(userFolder), 'node_modules', readManifest(projectDir).name);
}

/**
 * Installs the tarball as n8n installs community packages: unpacked, without peer and development
 * dependencies, and listed in package.json. Downloads nothing, and replaces an older build.
 */
export async function installPackage(tarball: string, userFolder: string, say: Say): Promise<void> {
	const nodesDir = nodesFolder(userFolder);
	const { name, version } = readManifest(projectDir);
	const target = installedPackage(userFolder);
	const unpacked = join(nodesDir, 'unpacked');
	for (const folder of [target, unpacked]) rmSync(folder, { recursive: true, force: true });
	for (const folder of [join(nodesDir, 'node_modules'), unpacked]) {
		mkdirSync(folder, { recursive: true });
	}
	const log = join(nodesDir, 'unpack.log');
	const untar: [string, ...string[]] = ['tar', '-xzf', tarball, '-C', unpacked];
	await run(`installing ${name} ${version} into n8n`, untar, { cwd: nodesDir, log, say });
	renameSync(join(unpacked, 'package'), target);
	rmSync(unpacked, { recursive: true });
	writeManifests(userFolder);
}

/** Lists the package in package.json, without the dependencies that n8n does not install. */
export function writeManifests(userFolder: string): void {
	const target = installedPackage(userFolder);
	const manifest = readManifest(target);
	delete manifest.devDependencies;
	delete manifest.peerDependencies;
	writeJson(join(target, 'package.json'), manifest);
	writeJson(join(nodesFolder(userFolder), 'package.json'), {
		name: 'installed-nodes',
		private: true,
		dependencies: { [manifest.name]: manifest.version },
	});
}

/** Waits for the list of node types, which n8n writes after it is ready. */
async function writtenTypes(rest: N8nRest): Promise<string[]> {
	for (const giveUp = Date.now() + 60_000; ; ) {
		try {
			return (await rest.nodeTypes()).map(({ name }) => name);
		} catch (error) {
			if (Date.now() > giveUp) throw error;
		}
		await new Promise((resolve) => setTimeout(resolve, 250));
	}
}

/** @throws if n8n could not load the package, which n8n only logs */
export async function assertLoaded(rest: N8nRest, log: string): Promise<void> {
	const { name, n8n } = readManifest(projectDir);
	const types = await writtenTypes(rest);
	const loaded = new Set(types.filter((type) => type.startsWith(`${name}.`)));
	if (loaded.size >= n8n.nodes.length) return;
	const told = readFileSync(log, 'utf8').split('\n');
	const hints = told.filter((line) => line.includes(name)).slice(0, 10);
	throw new Error(
		[`n8n loaded ${loaded.size} of the ${n8n.nodes.length} nodes. ${log} says:`, ...hints].join(
			'\n',
		),
	);
}
