/** `npm start`: a real n8n with this package, its examples and the sandbox, on this machine. */
import { mkdirSync } from 'node:fs';
import { relative } from 'node:path';

import { startSandbox } from '../sandbox';
import { formPaths, readExamples, startsByItself } from './examples';
import { installN8n } from './install';
import { startN8n, type N8n } from './n8n';
import { assertLoaded, installPackage, packPackage } from './packing';
import { dataDir, projectDir } from './paths';
import { chosenPort } from './ports';
import { killAll, stopAll } from './processes';
import { N8nRest, type Owner } from './rest';

const TOKEN = 'sandbox-token';
const owner: Owner = {
	email: 'owner@playground.example',
	firstName: 'Play',
	lastName: 'Ground',
	password: 'Playground1',
};

let stopping: Promise<void> | undefined;

function say(line: string): void {
	if (!stopping) process.stdout.write(`${line}\n`);
}

/** Ctrl-C reaches us from the terminal and from npm: the first one counts. */
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

/** The addresses of the example forms, with what each of them does. */
async function fill(n8n: N8n, sandboxUrl: string): Promise<string[]> {
	const rest = new N8nRest(n8n.url);
	await rest.enter(owner);
	await assertLoaded(rest, n8n.log);
	const credential = await rest.saveCredential('Sandbox', 'messagingServiceApi', {
		baseUrl: sandboxUrl,
		token: TOKEN,
	});
	const known = new Map((await rest.workflows()).map((workflow) => [workflow.name, workflow]));
	const examples = readExamples(credential);
	for (const example of examples) {
		const workflow = known.get(example.name) ?? (await rest.createWorkflow(example));
		if (known.has(example.name) || !startsByItself(example)) continue;
		await rest
			.activate(workflow)
			.catch((error: Error) => say(`  "${example.name}" is not published: ${error.message}`));
	}
	return examples.flatMap((example) =>
		formPaths(example).map((path) => `${n8n.url}/form/${path}   ${example.name}`),
	);
}

async function main(): Promise<void> {
	stopOnSignals();
	const n8nPort = await chosenPort('N8N_PORT', 5678);
	const sandboxPort = await chosenPort('SANDBOX_PORT', 8085);
	mkdirSync(dataDir, { recursive: true });
	const tarball = await packPackage(dataDir, say);
	await installN8n(say);
	await installPackage(tarball, dataDir, say);
	// The trigger in the n8n of the last start remembers ids: a new sandbox must not repeat them.
	const firstId = Math.floor(Date.now() / 1000);
	const sandbox = await startSandbox({ port: sandboxPort, token: TOKEN, firstId });
	say('starting n8n …');
	const n8n = await startN8n({ userFolder: dataDir, port: n8nPort });
	n8n.ended.then((code) => {
		if (!stopping) fail(new Error(`n8n ended by itself (${code}), see ${n8n.log}`));
	}, fail);
	const forms = await fill(n8n, sandbox.url);
	say(`
n8n       ${n8n.url}   log in as ${owner.email} with the password ${owner.password}
Sandbox   ${sandbox.url}   every message that the workflows send shows up here
${forms.map((form) => `Try it    ${form}`).join('\n')}

Fill in a form, then look into the sandbox. The credential "Sandbox" and the workflows of examples/ are set up in n8n.
Data and logs: ${relative(projectDir, dataDir)}/   Stop both with Ctrl-C.`);
}

function fail(error: Error): void {
	// Children that we are ending ourselves fail as well: that is no news.
	if (stopping) return;
	process.stderr.write(`\n${error.message}\n`);
	process.exit(1);
}

main().catch(fail);
