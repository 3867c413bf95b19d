/**
 * `npm start`: a real n8n with this package, its examples and the sandbox. `npm run dev` (`--dev`)
 * also reloads changed files.
 */
import { relative } from 'node:path';

import { optionsFrom } from '../sandbox/environment';
import { buildAndWatch, devProcess } from './dev/buildAndWatch';
import { WEBHOOK_HEADER } from './examples';
import { installN8n } from './install';
import { installPackage, packPackage } from './packing';
import { dataDir, projectDir } from './paths';
import { type PlaygroundOptions, startPlayground } from './playground';
import { chosenPort } from './ports';
import { killAll, stopAll } from './processes';
import { readSecrets } from './secrets';

type Mode = Pick<PlaygroundOptions, 'install' | 'process'> & { note: string };

let stopping: Promise<void> | undefined;

function say(line: string): void {
	if (!stopping) process.stdout.write(`${line}\n`);
}

/** Ctrl-C causes two signals, from the terminal and from npm. */
function stopOnSignals(): void {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => {
			stopping ??= leave();
		});
	}
	process.on('exit', killAll);
}

async function leave(): Promise<void> {
	process.stdout.write('\nStopping …\n');
	await stopAll(5_000);
	process.stdout.write('Stopped.\n');
	process.exit(0);
}

async function asReleased(): Promise<Mode> {
	const tarball = await packPackage(dataDir, say);
	await installN8n(say);
	return { install: async (folder) => await installPackage(tarball, folder, say), note: '' };
}

async function development(): Promise<Mode> {
	const port = await chosenPort('INSPECT_PORT', 9229);
	await installN8n(say);
	return {
		install: async (folder) => await buildAndWatch(folder, say),
		process: devProcess(port),
		note: `Changed files are in the open editor within seconds. Debugger: 127.0.0.1:${port}\n`,
	};
}

async function main(): Promise<void> {
	stopOnSignals();
	const n8nPort = await chosenPort('N8N_PORT', 5678);
	const port = await chosenPort('SANDBOX_PORT', 8085);
	// Restricts the folder to this user before anything else is written.
	readSecrets(dataDir);
	const mode = process.argv.includes('--dev') ? await development() : await asReleased();
	const { n8n, sandbox, owner, webhookKey, forms } = await startPlayground({
		folder: dataDir,
		...mode,
		n8nPort,
		sandbox: { ...optionsFrom(process.env), port },
		say,
	});
	n8n.ended.then((code) => {
		if (!stopping) fail(new Error(`n8n ended by itself (${code}), see ${n8n.log}`));
	}, fail);
	say(`
n8n       ${n8n.url}   log in as ${owner.email} with the password ${owner.password}
Sandbox   ${sandbox.url}   every message that the workflows send shows up here
Webhooks  accept calls with the header ${WEBHOOK_HEADER}: ${webhookKey}
${forms.map((form) => `Try it    ${form}`).join('\n')}

Fill in a form, then look into the sandbox. The credentials and the workflows of examples/ are set up in n8n.
Workflows that ask the sandbox every minute are not published: publish those that you want to try.
${mode.note}Data and logs: ${relative(projectDir, dataDir)}/   Stop both with Ctrl-C.`);
}

function fail(error: Error): void {
	// A child that is being stopped may fail.
	if (stopping) return;
	process.stderr.write(`\n${error.message}\n`);
	process.exit(1);
}

main().catch(fail);
