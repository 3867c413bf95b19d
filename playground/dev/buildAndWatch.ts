import { type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Say } from '../install';
import type { N8nOptions } from '../n8n';
import { installedPackage, writeManifests } from '../packing';
import { projectDir } from '../paths';
import { ended, start, tail } from '../processes';

/**
 * Makes n8n watch community packages, reload changes and notify open editors. The debugger listens
 * only on this machine.
 */
export const devProcess = (inspectPort: number): Pick<N8nOptions, 'env' | 'nodeArgs'> => ({
	nodeArgs: [`--inspect=127.0.0.1:${inspectPort}`],
	env: { NODE_ENV: 'development', N8N_DEV_RELOAD: 'true' },
});

const node = process.execPath;
const bin = (path: string) => join(projectDir, 'node_modules', path);

/**
 * Compiles the nodes with source maps into the folder from which n8n loads the package, and watches
 * for changes. Resolves after the first build.
 */
export async function buildAndWatch(userFolder: string, say: Say): Promise<void> {
	const target = installedPackage(userFolder);
	const dist = join(target, 'dist');
	rmSync(target, { recursive: true, force: true });
	mkdirSync(dist, { recursive: true });
	cpSync(join(projectDir, 'package.json'), join(target, 'package.json'));
	writeManifests(userFolder);
	say('building the package, and again whenever a file changes …');
	const tsc = bin('typescript/bin/tsc');
	const options = ['--inlineSourceMap', '--preserveWatchOutput', '--outDir', dist];
	const compiler = spawnWatcher(userFolder, 'tsc', [tsc, '--watch', ...options]);
	const copier = spawnWatcher(userFolder, 'gulp', [bin('gulp/bin/gulp.js'), 'watch'], {
		DIST: dist,
	});
	compiler.child.stdout?.on('data', (text: Buffer) => say(String(text).trimEnd()));
	await Promise.all([
		printed(compiler, /Watching for file changes/),
		printed(copier, /Finished 'copy'/),
	]);
}

interface Watcher {
	child: ChildProcess;
	log: string;
}

function spawnWatcher(
	userFolder: string,
	name: string,
	args: string[],
	env: NodeJS.ProcessEnv = {},
): Watcher {
	const log = join(userFolder, `${name}.log`);
	rmSync(log, { force: true });
	const child = start(node, args, { cwd: projectDir, log, env: { ...process.env, ...env } });
	return { child, log };
}

async function printed({ child, log }: Watcher, pattern: RegExp): Promise<void> {
	let text = '';
	await new Promise<void>((resolve, reject) => {
		child.stdout?.on('data', (more: Buffer) => {
			text += String(more);
			if (pattern.test(text)) resolve();
		});
		child.once('close', () => reject(new Error(`The build ended. ${log}:\n${tail(log)}`)));
	});
	if (ended(child)) throw new Error(`The build ended. ${log}:\n${tail(log)}`);
}
